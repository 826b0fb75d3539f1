package dev.llmprof.stage;

import dev.llmprof.process.Command;
import dev.llmprof.secret.Secrets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// Hands a program its secrets past the tool it runs under, which writes environment and command
/// line into its report. The tool sees them hidden; a shell between the two takes them from a file
/// that only its user may read, removes it, and becomes the program.
public final class Handover implements AutoCloseable {
    // Tools also keep what the program prints: it goes past them, by descriptors that both inherit.
    private static final String AROUND = "exec \"$@\" 8>&1 9>&2";
    private static final String BETWEEN =
            """
            f=$0; . "$f" && rm -f "$f"
            if { : >&8; } 2>/dev/null; then exec "$@" >&8 2>&9 8>&- 9>&-; fi
            exec "$@"
            """;
    private static final String SHELL = "/bin/sh";
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    // The tool itself does not start without them.
    private static final Set<String> NEEDED =
            Set.of("PATH", "HOME", "TMPDIR", "PYTHONPATH", "LD_LIBRARY_PATH", "LD_PRELOAD");

    private final Command command;
    private final Optional<Path> file;

    private Handover(Command command, Optional<Path> file) {
        this.command = command;
        this.file = file;
    }

    /// The command as it is.
    public static Handover nothing(Command command) {
        return new Handover(command, Optional.empty());
    }

    /// `program` says where in the command line the tool ends and the program begins; `inherited`
    /// is the environment it starts from. Where there is nothing to hide, nothing changes.
    public static Handover of(Command command, int program, Map<String, String> inherited) {
        Map<String, String> secrets = secrets(command, inherited);
        List<String> words = command.argv().subList(program, command.argv().size());
        List<String> shown = Secrets.hideWords(words);
        if (secrets.isEmpty() && shown.equals(words)) {
            return nothing(command);
        }
        Path file = write(secrets, words);
        var argv = new ArrayList<>(List.of(SHELL, "-c", AROUND, SHELL));
        argv.addAll(command.argv().subList(0, program));
        argv.addAll(List.of(SHELL, "-c", BETWEEN, file.toString()));
        argv.addAll(shown);
        var environment = new HashMap<>(command.environment());
        secrets.forEach((name, value) -> environment.put(name, Secrets.hide(name, value)));
        return new Handover(
                new Command(argv, environment, command.directory(), command.isUsers()),
                Optional.of(file));
    }

    public Command command() {
        return command;
    }

    /// Where the program has not come so far, the file goes now.
    @Override
    public void close() {
        file.map(each -> each.resolveSibling("")).ifPresent(StageFiles::remove);
    }

    private static Map<String, String> secrets(Command command, Map<String, String> inherited) {
        Map<String, String> all = new TreeMap<>(inherited);
        all.putAll(command.environment());
        all.entrySet()
                .removeIf(entry ->
                        NEEDED.contains(entry.getKey())
                                || !VARIABLE.matcher(entry.getKey()).matches()
                                || Secrets.hide(entry.getKey(), entry.getValue())
                                        .equals(entry.getValue()));
        return all;
    }

    private static Path write(Map<String, String> secrets, List<String> words) {
        var text = new StringBuilder();
        secrets.forEach((name, value) ->
                text.append("export ").append(name).append('=').append(quoted(value)).append('\n'));
        text.append("set --");
        words.forEach(word -> text.append(' ').append(quoted(word)));
        try {
            // Nobody else may enter the directory, nor read the file.
            Path directory = Files.createTempDirectory("llmprof-");
            Path file =
                    Files.createFile(
                            directory.resolve("program"),
                            PosixFilePermissions.asFileAttribute(
                                    PosixFilePermissions.fromString("rw-------")));
            return Files.writeString(file, text.append('\n'));
        } catch (IOException e) {
            throw new UncheckedIOException("handing over the program's secrets", e);
        }
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\"'\"'") + "'";
    }
}
