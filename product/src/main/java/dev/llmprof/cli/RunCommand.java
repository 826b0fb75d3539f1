package dev.llmprof.cli;

import dev.llmprof.pipeline.Secrets;
import dev.llmprof.problem.Problem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Runs the enabled stages around a workload and leaves a run directory.
@Command(
        name = "run",
        header = "Profile a workload: run the enabled stages, leave a run directory.",
        description = {
            "",
            "A stage that fails does not stop the next. Ctrl-C keeps what was recorded; a",
            "second one ends at once. Exit code: 0, 1 when a stage failed, 2 for a mistake",
            "in the configuration (then nothing was started), 130 when interrupted.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  llmprof run",
            "  llmprof run model=tiny_text",
            "  llmprof run -- python infer.py",
            "  llmprof run pipeline.nsys.enable=true pipeline.nsys.gating_nvtx=false -- ./a",
            "  llmprof run --dry-run pipeline.ncu.enable=true -- ./a",
            "  llmprof run profiling/ncu@pipeline.ncu=ncu.h100 pipeline.ncu.enable=true",
            "  llmprof run --resume tmp/runs/20261115-142233",
            "  llmprof run -m infer.max_new_tokens=64,256",
            ""
        })
public final class RunCommand implements Callable<Integer>, Wraps {
    private final ToIntFunction<Asked> runs;
    private final HelpLists lists;

    @Parameters(
            paramLabel = "override",
            arity = "0..*",
            description = "KEY=VALUE, +KEY=VALUE, ~KEY or GROUP@PACKAGE=OPTION, as in Hydra.")
    private List<String> overrides = new ArrayList<>();

    @Option(
            names = "--dry-run",
            description = "Print every command line and where its files go; start nothing.")
    private boolean dryRun;

    @Option(
            names = "--resume",
            paramLabel = "DIR",
            description = "Go on with a run: what it has done stays, what is missing runs.")
    private @Nullable Path resume;

    @Option(
            names = {"-m", "--multirun"},
            description = "Sweep: run once for each combination of comma-separated values.")
    private boolean multirun;

    @Option(names = "--strict", description = "Exit 1 also when a stage is only degraded.")
    private boolean strict;

    @Mixin private SourceOptions source;

    private List<String> program = List.of();

    public RunCommand(ToIntFunction<Asked> runs, HelpLists lists) {
        this.runs = runs;
        this.lists = lists;
    }

    /// What can be plugged in, by the names that the help shows.
    public record HelpLists(
            List<String> stages, List<String> presetGroups, List<String> launchers) {
        public static final HelpLists NONE = new HelpLists(List.of(), List.of(), List.of());
    }

    @Spec
    void describe(CommandSpec spec) {
        var lines =
                new ArrayList<>(
                        HelpLines.filled(
                                "Composes the configuration, checks all of it, then runs the"
                                        + " enabled stages in order: "
                                        + String.join(", ", lists.stages())
                                        + ". Each is switched by pipeline.STAGE.enable=true|false."
                                        + " The words after -- are the program to profile; without"
                                        + " them the built-in workload runs."));
        lines.addAll(List.of(spec.usageMessage().description()));
        lines.addAll(
                HelpLines.filled(
                        "Presets of stages, GROUP@PACKAGE: "
                                + String.join(", ", lists.presetGroups())
                                + ". What starts the jobs of a sweep, hydra/launcher: "
                                + String.join(", ", lists.launchers())
                                + "."));
        lines.add("");
        spec.usageMessage().description(lines.toArray(String[]::new));
    }

    /// Where the configuration comes from; nothing said, from the jar.
    public record Source(Optional<Path> path, Optional<Path> directory, Optional<String> name) {}

    /// A run as it was asked for. `words` are the command line, to be written down.
    public record Asked(
            List<String> overrides,
            List<String> program,
            Source source,
            Optional<Path> resume,
            boolean dryRun,
            boolean multirun,
            boolean strict) {
        public Asked {
            overrides = List.copyOf(overrides);
            program = List.copyOf(program);
        }

        /// Without values that must not be written down.
        public List<String> words() {
            return words(Secrets::hide, List.of());
        }

        /// All of it, to be run again.
        public List<String> typed() {
            return words(word -> word, strict ? List.of("--strict") : List.of());
        }

        private List<String> words(UnaryOperator<String> shown, List<String> flags) {
            var words = new ArrayList<>(List.of("run"));
            words.addAll(flags);
            source.path().ifPresent(path -> words.add("--config-path=" + path));
            source.directory().ifPresent(path -> words.add("--config-dir=" + path));
            source.name().ifPresent(name -> words.add("--config-name=" + name));
            overrides.stream().map(shown).forEach(words::add);
            if (!program.isEmpty()) {
                words.add("--");
                words.addAll(program);
            }
            return List.copyOf(words);
        }
    }

    @Override
    public void wrap(List<String> argv) {
        if (argv.isEmpty()) {
            throw new Problem(
                            "there is no program behind --",
                            "the command line",
                            "llmprof run -- program argument…   or leave -- out")
                    .found();
        }
        program = List.copyOf(argv);
    }

    @Override
    public Integer call() {
        if (multirun && resume != null) {
            throw new Problem(
                            "--resume goes on with one run, -m starts several",
                            "the command line",
                            "llmprof run --resume " + resume + "   without -m")
                    .found();
        }
        return runs.applyAsInt(
                new Asked(
                        overrides,
                        program,
                        source.source(),
                        Optional.ofNullable(resume),
                        dryRun,
                        multirun,
                        strict));
    }
}
