package dev.llmprof.cli;

import dev.llmprof.problem.Problem;
import dev.llmprof.run.RunRequest;
import dev.llmprof.study.perfetto.PerfettoAsked;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.ToIntFunction;
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
            "The program's input and output stay as they are: every stage gives it",
            "standard input, the first shows its output, and every log has it. A stage",
            "that fails does not stop the next. Ctrl-C keeps what was recorded; a second",
            "one ends at once. Exit code: 0, 1 when a stage or the program failed, 2 for a",
            "mistake in the configuration (then nothing was started), 130 when interrupted.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  llmprof run",
            "  llmprof run model=tiny_text",
            "  llmprof run -- python infer.py",
            "  llmprof run capture.warmup=2 capture.requests=5 -- python infer.py",
            "  llmprof run --nsys pipeline.nsys.gating_nvtx=false -- ./a",
            "  llmprof run --dry-run --nsys --ncu -- ./a",
            "  llmprof run --ncu profiling/ncu@pipeline.ncu=ncu.h100 --name first",
            "  llmprof run --resume tmp/runs/20261115-142233",
            "  llmprof run -m infer.max_new_tokens=64,256",
            "  llmprof run --repeat 5 --name before -- python infer.py",
            "  llmprof run --perfetto trace.json.gz -- python infer.py",
            ""
        })
public final class RunCommand implements Callable<Integer>, Wraps {
    private final ToIntFunction<RunRequest> runs;
    private final Repeats repeats;
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
            description =
                    "Go on with a run or a sweep: what it has done stays, what is missing runs.")
    private @Nullable Path resume;

    @Option(
            names = {"-m", "--multirun"},
            description = "Sweep: run once for each combination of comma-separated values.")
    private boolean multirun;

    @Option(
            names = "--repeat",
            paramLabel = "N",
            description = "Run N times, and once before to warm up: a side for llmprof gate.")
    private @Nullable Integer repeat;

    @Option(names = "--strict", description = "Exit 1 also when a stage is only degraded.")
    private boolean strict;

    @Option(
            names = "--perfetto",
            paramLabel = "FILE",
            description =
                    "Draw all captures, requests and conditions on one clock for"
                            + " ui.perfetto.dev; FILE.gz is packed.")
    private @Nullable Path perfetto;

    @Mixin private ShortWords words;

    @Mixin private SourceOptions source;

    private List<String> program = List.of();

    public RunCommand(ToIntFunction<RunRequest> runs, Repeats repeats, HelpLists lists) {
        this.runs = runs;
        this.repeats = repeats;
        this.lists = lists;
    }

    /// The same run several times.
    @FunctionalInterface
    public interface Repeats {
        /// Where nothing is repeated.
        Repeats NONE =
                (_, _) -> {
                    throw new Problem(
                                    "only llmprof run repeats a run",
                                    "the command line",
                                    "llmprof run --repeat 5 …")
                            .found();
                };

        int run(RunRequest asked, int times);
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

    @Override
    public void wrap(List<String> argv) {
        if (argv.isEmpty()) {
            throw new Problem(
                            "there is no program after --",
                            "the command line",
                            "llmprof run -- program argument…   or leave -- out")
                    .found();
        }
        program = List.copyOf(argv);
    }

    private void check(RunRequest asked) {
        asked.perfetto().map(PerfettoAsked::of).ifPresent(PerfettoAsked::check);
        if (asked.perfetto().isPresent() && (multirun || repeat != null)) {
            throw new Problem(
                            "--perfetto is one file, and here are several runs",
                            "the command line",
                            "llmprof analyze RUN --perfetto FILE   for one of them afterwards")
                    .found();
        }
    }

    @Override
    public Integer call() {
        // What is typed in full comes last and wins.
        List<String> all = new ArrayList<>(words.overrides(multirun));
        all.addAll(overrides);
        var asked =
                new RunRequest(
                        all,
                        program,
                        source.source(),
                        Optional.ofNullable(resume),
                        dryRun,
                        multirun,
                        strict,
                        Optional.ofNullable(perfetto));
        check(asked);
        return repeat == null ? runs.applyAsInt(asked) : repeats.run(asked, repeat);
    }
}
