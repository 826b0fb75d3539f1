package dev.llmprof.tool;

import dev.llmprof.process.Command;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `nsys profile` in three commands, for a window that somebody else opens and closes: the program
/// is launched, and recorded from start to stop while it runs on.
public record NsysSession(Command launch, Command start, Command stop) {
    // The others say what is recorded of the program, and belong to its launch.
    private static final List<String> OF_THE_RECORDING =
            List.of("--sample=", "--cpuctxsw=", "--force-overwrite=");

    /// Empty where the command is none of nsys, or waits for a range of the program's own.
    public static Optional<NsysSession> of(Command profile, String name) {
        List<String> argv = profile.argv();
        int tool = argv.indexOf(Nsys.PROGRAM);
        int output = argv.indexOf("-o");
        if (tool < 0 || output < tool || !argv.get(tool + 1).equals("profile")) {
            return Optional.empty();
        }
        List<String> flags = argv.subList(tool + 2, output);
        if (flags.stream().anyMatch(flag -> flag.startsWith("--capture-range="))) {
            return Optional.empty();
        }
        var launch = new ArrayList<>(argv.subList(0, tool + 1));
        launch.addAll(List.of("launch", "--session-new=" + name));
        var start = new ArrayList<>(List.of(Nsys.PROGRAM, "start", "--session=" + name));
        for (String flag : flags) {
            if (OF_THE_RECORDING.stream().anyMatch(flag::startsWith)) {
                start.add(flag);
            } else if (!flag.startsWith("--session-new=")) {
                launch.add(flag);
            }
        }
        start.addAll(List.of("-o", argv.get(output + 1)));
        launch.addAll(argv.subList(output + 2, argv.size()));
        return Optional.of(
                new NsysSession(
                        like(profile, launch, profile.isUsers()),
                        like(profile, start, false),
                        like(profile, List.of(Nsys.PROGRAM, "stop", "--session=" + name), false)));
    }

    /// In the same environment: nsys looks for its sessions where TMPDIR says.
    private static Command like(Command profile, List<String> argv, boolean isUsers) {
        return new Command(argv, profile.environment(), profile.directory(), isUsers);
    }
}
