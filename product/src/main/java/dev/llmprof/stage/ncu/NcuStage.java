package dev.llmprof.stage.ncu;

import dev.llmprof.pipeline.Outcome;
import dev.llmprof.pipeline.Probe;
import dev.llmprof.pipeline.Stage;
import dev.llmprof.pipeline.Workspace;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.Command;
import dev.llmprof.process.Processes;
import dev.llmprof.stage.workload.Workload;
import dev.llmprof.stage.workload.Workload.Purpose;
import dev.llmprof.stage.workload.Workloads;
import dev.llmprof.tool.Ncu;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Profiles the workload's kernels with Nsight Compute: the ones nsys found heaviest where it ran
/// before, else all that the filters let through.
public final class NcuStage implements Stage {
    private final NcuSettings settings;
    private final Workload workload;
    private final Function<Path, KernelFilter> heaviest;
    private final Processes processes;
    private Optional<NcuTool.Found> found = Optional.empty();

    /// `heaviest` reads the kernel summary that nsys left.
    public NcuStage(
            NcuSettings settings,
            Workload workload,
            Function<Path, KernelFilter> heaviest,
            Processes processes) {
        this.settings = settings;
        this.workload = workload;
        this.heaviest = heaviest;
        this.processes = processes;
    }

    @Override
    public String name() {
        return "ncu";
    }

    @Override
    public Probe probe() {
        return switch (tool()) {
            case NcuTool.Found.Missing(Problem problem) -> new Probe.Unable(problem);
            case NcuTool.Found.Here(NcuTool tool) -> {
                NcuTool.Fitted fitted = tool.fit(settings.profiling());
                yield fitted.nothingLeft()
                        ? new Probe.Unable(nothingLeft(fitted))
                        : new Probe.Ready("ncu " + tool.version(), fitted.notes());
            }
        };
    }

    @Override
    public List<Command> plan(Workspace workspace) {
        Ncu.Settings wish = narrowed(workspace, new ArrayList<>());
        Ncu.Settings known =
                tool() instanceof NcuTool.Found.Here(NcuTool tool)
                        ? tool.fit(wish).settings()
                        : wish;
        Path report = workspace.directory().resolve("decode.ncu-rep");
        var plan = new ArrayList<>(List.of(command(known, workspace, "tool.log")));
        if (settings.exportCsv()) {
            plan.addAll(List.of(Ncu.rawPage(report), Ncu.detailsPage(report)));
        }
        if (!known.sections().isEmpty()) {
            plan.add(Ncu.sectionsText(report, known.sections()));
        }
        return plan;
    }

    @Override
    public List<String> leaves() {
        return List.of(
                "cmd.txt",
                "sections.txt",
                "tool.log",
                "program.log",
                "decode.ncu-rep",
                "raw.csv",
                "details.csv",
                "sections_report.txt");
    }

    @Override
    public Outcome run(Workspace workspace) {
        return switch (tool()) {
            case NcuTool.Found.Missing(Problem problem) -> new Outcome.Failed(problem, List.of());
            case NcuTool.Found.Here(NcuTool tool) -> run(tool, workspace);
        };
    }

    private Outcome run(NcuTool tool, Workspace workspace) {
        var problems = new ArrayList<Problem>();
        NcuTool.Fitted fitted = tool.fit(narrowed(workspace, problems));
        if (fitted.nothingLeft()) {
            return new Outcome.Failed(nothingLeft(fitted), List.of());
        }
        problems.addAll(fitted.notes());
        Workloads.prepare(workload, Purpose.NCU, workspace.runDirectory());
        var profiler =
                new NcuProfiler(
                        workspace,
                        settings,
                        (wish, log) -> command(wish, workspace, log),
                        problems);
        return profiler.profile(fitted.settings(), tool.sectionsTable());
    }

    /// Asked once: together the questions take seconds.
    private NcuTool.Found tool() {
        found = Optional.of(found.orElseGet(() -> NcuTool.find(processes)));
        return found.get();
    }

    private Ncu.Settings narrowed(Workspace workspace, List<Problem> problems) {
        Optional<KernelFilter> filter =
                workspace.earlier("nsys.kernel_summary").stream()
                        .filter(Files::exists)
                        .findFirst()
                        .map(heaviest);
        return NcuNarrowing.of(settings, filter, problems);
    }

    private Command command(Ncu.Settings wish, Workspace workspace, String log) {
        return Ncu.profile(
                wish,
                workspace.directory().resolve(log),
                workspace.directory().resolve("decode"),
                Workloads.command(workload, Purpose.NCU, workspace.runDirectory()));
    }

    private static Problem nothingLeft(NcuTool.Fitted fitted) {
        return new Problem(
                "ncu knows nothing of what is asked: "
                        + String.join("; ", fitted.notes().stream().map(Problem::what).toList()),
                "pipeline.ncu.ncu_cli",
                "ncu --list-sets and ncu --list-sections have the names");
    }
}
