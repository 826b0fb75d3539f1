package dev.llmprof.stage.ncu;

import dev.llmprof.pipeline.Artifact;
import dev.llmprof.pipeline.AtomicFile;
import dev.llmprof.pipeline.Outcome;
import dev.llmprof.pipeline.Probe;
import dev.llmprof.pipeline.Stage;
import dev.llmprof.pipeline.Workspace;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.Command;
import dev.llmprof.process.Ended;
import dev.llmprof.process.Processes;
import dev.llmprof.stage.EndedWords;
import dev.llmprof.stage.StageFiles;
import dev.llmprof.stage.ncu.LaunchPlan.PlannedRun;
import dev.llmprof.stage.workload.Workload;
import dev.llmprof.stage.workload.Workload.Purpose;
import dev.llmprof.stage.workload.Workloads;
import dev.llmprof.tool.Ncu;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// Profiles with Nsight Compute what is worth most within a budget of minutes: the launches that a
/// plan chose from what the stages before it captured.
public record BudgetedNcuStage(
        NcuBudget budget, Workload workload, LaunchPlanner planner, InstalledNcu installed)
        implements Stage {
    private static final List<String> CAPTURES = List.of("torch.trace", "nsys.sqlite");
    private static final String PLAN = "plan.json";

    private static final Ncu.Settings COLLECTED =
            new Ncu.Settings(
                    Optional.of("all"),
                    Optional.empty(),
                    Optional.empty(),
                    List.of(),
                    Ncu.PLANNED_SECTIONS,
                    List.of(),
                    Optional.empty(),
                    OptionalInt.empty(),
                    OptionalInt.empty(),
                    true);

    @Override
    public String name() {
        return "ncu";
    }

    @Override
    public Probe probe() {
        return switch (installed.get()) {
            case NcuTool.Found.Missing(Problem problem) -> new Probe.Unable(problem);
            case NcuTool.Found.Here(NcuTool tool) ->
                    new Probe.Ready("ncu " + tool.version(), List.of());
        };
    }

    /// What the stages before it will have found stands as words.
    @Override
    public List<Command> plan(Workspace workspace) {
        List<PlannedRun> runs =
                planned(workspace)
                        .map(LaunchPlan::runs)
                        .orElse(
                                List.of(
                                        new PlannedRun(
                                                1, List.of("the functions of the plan"), 1)));
        return runs.stream().map(run -> command(run, workspace)).toList();
    }

    @Override
    public List<String> leaves() {
        return List.of(PLAN, "cmd-N.txt", "tool-N.log", "program-N.log", "plan-N.ncu-rep");
    }

    @Override
    public List<String> remarks() {
        return List.of(
                "at most "
                        + LaunchPlan.minutes(budget.minutes())
                        + " minutes (pipeline.ncu.budget_minutes): launches are chosen from what"
                        + " torch_profiler or nsys captured before; ranges, kernel names and launch"
                        + " counts of ncu_cli are not used");
    }

    @Override
    public Outcome run(Workspace workspace) {
        if (installed.get() instanceof NcuTool.Found.Missing(Problem problem)) {
            return new Outcome.Failed(problem, List.of());
        }
        Optional<LaunchPlan> plan = planned(workspace);
        if (plan.isEmpty() || plan.get().runs().isEmpty()) {
            return new Outcome.Failed(nothing(plan), List.of());
        }
        StageFiles.clear(workspace.directory(), "plan-");
        workspace.says().accept(plan.get().words(budget.minutes()));
        List<Artifact> artifacts = new ArrayList<>();
        List<Problem> problems = new ArrayList<>();
        profile(plan.get(), workspace, artifacts, problems);
        Path file = workspace.directory().resolve(PLAN);
        AtomicFile.write(file, plan.get().json());
        artifacts.add(new Artifact("ncu.plan", file));
        boolean any = artifacts.stream().anyMatch(each -> each.kind().equals("ncu.report"));
        if (!any) {
            return new Outcome.Failed(
                    problems.getFirst(), problems.subList(1, problems.size()), artifacts);
        }
        return problems.isEmpty()
                ? new Outcome.Done(artifacts)
                : new Outcome.Degraded(artifacts, problems);
    }

    private void profile(
            LaunchPlan plan,
            Workspace workspace,
            List<Artifact> artifacts,
            List<Problem> problems) {
        Duration left = budget.limit();
        for (PlannedRun run : plan.runs()) {
            if (left.isNegative() || left.isZero()) {
                problems.add(used(plan, run));
                return;
            }
            Workloads.prepare(workload, Purpose.NCU, workspace.runDirectory());
            Command command = command(run, workspace);
            Path script = workspace.directory().resolve("cmd-" + run.invocation() + ".txt");
            artifacts.add(new Artifact("ncu.command", StageFiles.writeCommand(script, command)));
            Path output = workspace.directory().resolve("program-" + run.invocation() + ".log");
            long began = System.nanoTime();
            Ended ended = workspace.processes().run(command, output, Processes.Limits.of(left));
            left = left.minusNanos(System.nanoTime() - began);
            Path report = workspace.directory().resolve("plan-" + run.invocation() + ".ncu-rep");
            if (Files.exists(report)) {
                artifacts.addFirst(new Artifact("ncu.report", report));
            }
            // One that was ended may have left a report without its last launches.
            if (!Files.exists(report) || ended instanceof Ended.TimedOut) {
                problems.add(failed(run, ended, workspace));
            }
            if (ended instanceof Ended.Interrupted) {
                return;
            }
        }
    }

    private static Problem failed(PlannedRun run, Ended ended, Workspace workspace) {
        Path log = workspace.directory().resolve("tool-" + run.invocation() + ".log");
        Path output = workspace.directory().resolve("program-" + run.invocation() + ".log");
        String words = StageFiles.text(log) + NcuFailure.ownWords(output);
        return ended instanceof Ended.Exited || ended instanceof Ended.Signalled
                ? NcuFailure.explain(words, ended, log.toString(), COLLECTED)
                : new Problem(
                        "ncu " + EndedWords.of(ended),
                        log.toString(),
                        "raise pipeline.ncu.budget_minutes");
    }

    private Problem used(LaunchPlan plan, PlannedRun next) {
        long left = plan.runs().size() - (long) plan.runs().indexOf(next);
        return new Problem(
                "the budget is used; "
                        + left
                        + " of "
                        + plan.runs().size()
                        + " planned runs of the program were left out",
                "pipeline.ncu.budget_minutes",
                "pipeline.ncu.budget_minutes=" + LaunchPlan.minutes(2 * budget.minutes()));
    }

    private Problem nothing(Optional<LaunchPlan> plan) {
        return plan.isEmpty()
                ? new Problem(
                        "no capture of this run has a kernel to plan from",
                        "pipeline.ncu.budget_minutes",
                        "pipeline.nsys.enable=true   or pipeline.torch_profiler.enable=true, on a"
                                + " GPU")
                : new Problem(
                        "no launch fits "
                                + LaunchPlan.minutes(budget.minutes())
                                + " minutes: one run of the program takes longer",
                        "pipeline.ncu.budget_minutes",
                        "pipeline.ncu.budget_minutes=" + LaunchPlan.minutes(2 * budget.minutes()));
    }

    private Optional<LaunchPlan> planned(Workspace workspace) {
        List<Path> captures =
                CAPTURES.stream()
                        .flatMap(kind -> workspace.earlier(kind).stream())
                        .filter(Files::isRegularFile)
                        .toList();
        return planner.plan(workspace.runDirectory(), captures, budget.minutes());
    }

    private Command command(PlannedRun run, Workspace workspace) {
        return Ncu.planned(
                run.functions(),
                run.invocation(),
                sections(),
                workspace.directory(),
                Workloads.command(workload, Purpose.NCU, workspace.runDirectory()));
    }

    /// Those that this ncu has.
    private List<String> sections() {
        return installed.get() instanceof NcuTool.Found.Here(NcuTool tool)
                ? tool.fit(COLLECTED).settings().sections()
                : Ncu.PLANNED_SECTIONS;
    }
}
