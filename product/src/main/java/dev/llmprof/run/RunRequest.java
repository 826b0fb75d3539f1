package dev.llmprof.run;

import dev.llmprof.run.settings.OverrideText;
import dev.llmprof.secret.Secrets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// A run as it was asked for. `words` are the command line, to be written down; `perfetto` is the
/// file that all captures are to be drawn in.
public record RunRequest(
        List<String> overrides,
        List<String> program,
        Source source,
        Optional<Path> resume,
        boolean dryRun,
        boolean multirun,
        boolean strict,
        Optional<Path> perfetto) {
    static final String SWEEP_DIRECTORY = "hydra.sweep.dir";

    /// Where the configuration comes from; nothing said, from the jar.
    public record Source(Optional<Path> path, Optional<Path> directory, Optional<String> name) {
        public static final Source SHIPPED =
                new Source(Optional.empty(), Optional.empty(), Optional.empty());
    }

    public RunRequest(
            List<String> overrides,
            List<String> program,
            Source source,
            Optional<Path> resume,
            boolean dryRun,
            boolean multirun,
            boolean strict) {
        this(overrides, program, source, resume, dryRun, multirun, strict, Optional.empty());
    }

    public RunRequest {
        overrides = List.copyOf(overrides);
        program = List.copyOf(program);
    }

    /// To go on with a sweep, in the directory it has.
    RunRequest inSweep(Path directory) {
        var pinned = new ArrayList<>(overrides);
        pinned.add(
                SWEEP_DIRECTORY
                        + "="
                        + OverrideText.text(directory.toAbsolutePath().normalize().toString()));
        return new RunRequest(pinned, program, source, resume, dryRun, true, strict, perfetto);
    }

    /// Without values that must not be written down.
    public List<String> words() {
        return words(Secrets::hideWords, List.of());
    }

    /// All of it, to be run again.
    public List<String> typed() {
        return words(all -> all, strict ? List.of("--strict") : List.of());
    }

    private List<String> words(UnaryOperator<List<String>> shown, List<String> flags) {
        var words = new ArrayList<>(List.of("run"));
        words.addAll(flags);
        source.path().ifPresent(path -> words.add("--config-path=" + path));
        source.directory().ifPresent(path -> words.add("--config-dir=" + path));
        source.name().ifPresent(name -> words.add("--config-name=" + name));
        words.addAll(shown.apply(overrides));
        if (!program.isEmpty()) {
            words.add("--");
            words.addAll(shown.apply(program));
        }
        return List.copyOf(words);
    }
}
