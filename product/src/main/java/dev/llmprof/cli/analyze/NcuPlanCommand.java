package dev.llmprof.cli.analyze;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.ncu.NcuView;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.analysis.plan.LaunchClasses;
import dev.llmprof.analysis.plan.NcuPlan;
import dev.llmprof.analysis.plan.ReplayCost;
import dev.llmprof.cli.Wraps;
import dev.llmprof.console.Console;
import dev.llmprof.console.ExitCode;
import dev.llmprof.console.Version;
import dev.llmprof.problem.Problem;
import dev.llmprof.study.Study;
import dev.llmprof.study.StudyContext;
import dev.llmprof.study.StudyGoal;
import dev.llmprof.study.StudyParts;
import dev.llmprof.study.StudyRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Plans what ncu should profile within a budget of minutes.
@Command(
        name = "ncu-plan",
        header = "Choose the launches that ncu should profile within a budget.",
        description = {
            "ncu replays each launch many times, so a whole program takes hours. This takes a trace",
            "(PyTorch or nsys) or a run, puts launches of one kernel, grid, block and input shape into",
            "a class, and chooses one launch of each class so that together they cover the most",
            "kernel time within the budget. Communication is never chosen: it hangs under replay.",
            "Classes that run at 90 %% of what the GPU allows are left out.",
            "",
            "It prints the command lines, the predicted minutes and the share that is covered. A",
            "launch is known by its number among those of its function, counted from where the",
            "capture began: profile the same window, or a program that repeats itself.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  llmprof ncu-plan trace.json.gz --minutes 10 -- python infer.py",
            "  llmprof ncu-plan tmp/runs/20261115-142233 --minutes 5",
            "  llmprof ncu-plan run.sqlite --minutes 30 --json | jq .covered_share",
            ""
        })
public final class NcuPlanCommand implements Callable<Integer>, Wraps {
    private final Console console;
    private final Supplier<StudyParts> parts;
    private final List<LaunchClasses> found = new ArrayList<>();

    @Parameters(
            paramLabel = "FILE|DIR",
            arity = "1..*",
            description = "A trace, or a folder with traces, such as a run directory.")
    private List<Path> paths = new ArrayList<>();

    @Option(names = "--minutes", paramLabel = "M", description = "The budget (10).")
    private double minutes = 10;

    @Option(
            names = "--program-seconds",
            paramLabel = "S",
            description = "How long the program runs without a profiler (30).")
    private double programSeconds = 30;

    @Option(
            names = "--passes",
            paramLabel = "N",
            description = "How often a launch is replayed: about 20 for the usual sections.")
    private int passes = 20;

    @Option(names = "--json", description = "Print the plan as JSON.")
    private boolean json;

    private List<String> program = List.of();

    public NcuPlanCommand(Console console, Supplier<StudyParts> parts) {
        this.console = console;
        this.parts = parts;
    }

    @Override
    public void wrap(List<String> argv) {
        program = List.copyOf(argv);
    }

    @Override
    public Integer call() throws IOException {
        check();
        var context = StudyContext.unknown("llmprof " + Version.current().number());
        var request =
                new StudyRequest(
                        paths,
                        parts.get(),
                        NcuView.DEFAULT,
                        context,
                        new StudyGoal.Events(this::take));
        Study.of(request, CaptureProgress.on(console, _ -> {}));
        Optional<LaunchClasses> classes =
                found.stream().max(Comparator.comparingLong(LaunchClasses::kernelNanos));
        if (classes.isEmpty() || classes.get().kernelNanos() == 0) {
            throw new Problem(
                            "no kernels are in it",
                            paths.getFirst().toString(),
                            "give a trace of a GPU: PyTorch's profiler or nsys")
                    .found();
        }
        var cost = new ReplayCost(programSeconds, passes);
        NcuPlan plan = NcuPlan.of(classes.get(), cost, minutes * 60);
        var page = new NcuPlanPage(plan, cost, classes.get(), program);
        if (json) {
            page.json(console.out());
        } else {
            page.lines().forEach(console.out()::println);
        }
        return ExitCode.OK;
    }

    private void take(NestedTrace nested) {
        found.add(LaunchClasses.of(nested, Capture.of(nested).host().rates()));
    }

    private void check() {
        if (!(minutes > 0 && minutes <= 24 * 60)) {
            throw wrong("--minutes must be above 0 and at most 1440", "--minutes 10");
        }
        if (!(programSeconds >= 0 && programSeconds <= 1e6)) {
            throw wrong("--program-seconds must be at least 0", "--program-seconds 30");
        }
        if (passes < 1 || passes > 10_000) {
            throw wrong("--passes must be at least 1", "--passes 20");
        }
    }

    private static Problem.Found wrong(String what, String fix) {
        return new Problem(what, "the command line", fix).found();
    }
}
