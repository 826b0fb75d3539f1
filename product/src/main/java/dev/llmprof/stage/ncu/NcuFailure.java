package dev.llmprof.stage.ncu;

import dev.llmprof.problem.Problem;
import dev.llmprof.process.Ended;
import dev.llmprof.stage.EndedWords;
import dev.llmprof.stage.StageFiles;
import dev.llmprof.tool.Ncu;
import dev.llmprof.tool.NcuAnswers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Why ncu has nothing to show, from its own words and from what this machine has.
public final class NcuFailure {
    // Not /dev/nvidiactl: as root the tools make that one themselves, driver or no driver.
    private static final Path DRIVER = Path.of("/proc/driver/nvidia/version");

    private static final Set<String> RANGE_MODES = Set.of("range", "app-range");

    private NcuFailure() {}

    public static Problem explain(String log, Ended ended, String at, Ncu.Settings asked) {
        return explain(log, ended, at, asked, Files.exists(DRIVER));
    }

    static Problem explain(
            String log, Ended ended, String at, Ncu.Settings asked, boolean driverHere) {
        if (NcuAnswers.countersForbidden(log)) {
            return new Problem(
                    "the driver does not let this user read GPU performance counters (ERR_NVGPUCTRPERM)",
                    at,
                    """
                    run as root, or once: echo 'options nvidia NVreg_RestrictProfilingToAdminUsers=0' | sudo tee /etc/modprobe.d/nvidia-profiling.conf
                    then reboot; in a container add --cap-add=SYS_ADMIN\
                    """);
        }
        List<String> errors = NcuAnswers.errors(log);
        if (!errors.isEmpty() && !NcuAnswers.noDriver(log)) {
            return new Problem(
                    "ncu: " + errors.getFirst(), at, "see what the program printed in program.log");
        }
        if (NcuAnswers.noDriver(log) || !driverHere) {
            boolean fine = ended instanceof Ended.Exited(int code, _) && code == 0;
            return new Problem(
                    "no kernels were profiled: no GPU was found on this machine"
                            + (fine ? "" : "; the program " + EndedWords.of(ended)),
                    at,
                    "run it where there is an NVIDIA GPU and its driver");
        }
        if (NcuAnswers.nothingProfiled(log)) {
            return rangeReplay(asked) ? noRange(at) : noKernel(at, ended);
        }
        return new Problem(
                "ncu left no report and " + EndedWords.of(ended),
                at,
                "see what the program printed in program.log");
    }

    /// ncu's lines among those of the program.
    static String ownWords(Path programLog) {
        return StageFiles.text(programLog)
                .lines()
                .filter(line -> line.startsWith("=="))
                .map(line -> line + "\n")
                .collect(Collectors.joining());
    }

    private static boolean rangeReplay(Ncu.Settings asked) {
        return asked.replayMode().filter(RANGE_MODES::contains).isPresent();
    }

    private static Problem noRange(String at) {
        return new Problem(
                "no ranges were profiled",
                at,
                """
                a range for replay needs a device synchronisation inside, its context created before, and only supported calls
                pipeline.ncu.ncu_cli.replay_mode=app-range   or kernel\
                """);
    }

    private static Problem noKernel(String at, Ended ended) {
        return new Problem(
                "no kernels were profiled, with and without filters; the program "
                        + EndedWords.of(ended),
                at,
                "check that the program reaches the GPU (device=cuda:0) and launches kernels");
    }
}
