package dev.llmprof.stage.ncu;

import dev.llmprof.pipeline.Outcome;
import dev.llmprof.pipeline.Probe;
import dev.llmprof.pipeline.Stage;
import dev.llmprof.pipeline.Workspace;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.Command;
import dev.llmprof.stage.workload.Workload;
import dev.llmprof.stage.workload.Workload.Purpose;
import dev.llmprof.stage.workload.Workloads;
import dev.llmprof.tool.Ncu;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Profiles the workload's kernels with Nsight Compute: the ones nsys found heaviest in the phase
/// that is looked at, else all that the filters let through. `kernels` reads what nsys left;
/// `afterNsys` where it will have run before.
public record NcuStage(
        NcuSettings settings,
        Workload workload,
        NsysKernels kernels,
        boolean afterNsys,
        InstalledNcu installed)
        implements Stage {
    @Override
    public String name() {
        return "ncu";
    }

    @Override
    public Probe probe() {
        return switch (installed.get()) {
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
        Ncu.Settings wish = foreseen();
        Ncu.Settings known =
                installed.get() instanceof NcuTool.Found.Here(NcuTool tool)
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
    public List<String> remarks() {
        var remarks = new ArrayList<String>();
        if (namesCome()) {
            remarks.add(
                    "kernel names: run.top_n_kernels heaviest of "
                            + phase().words()
                            + " in nsys's captures; any kernel where they hold none");
        }
        settings.profiling()
                .launchCount()
                .ifPresent(limit ->
                        remarks.add(
                                String.format(
                                        Locale.ROOT,
                                        "replays at most %,d launches"
                                                + " (pipeline.ncu.ncu_cli.launch_count): at that %s",
                                        limit,
                                        NcuChoice.lasts(limit, settings.timeout()))));
        if (settings.profiling().filtered()) {
            remarks.add("where these filters let no kernel through, once more without them");
        }
        if (installed.get() instanceof NcuTool.Found.Here(NcuTool tool)) {
            remarks.addAll(tool.fit(settings.profiling()).remarks());
        }
        return remarks;
    }

    @Override
    public List<String> leaves() {
        return List.of(
                "cmd.txt",
                NcuChoice.FILE,
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
        return switch (installed.get()) {
            case NcuTool.Found.Missing(Problem problem) -> new Outcome.Failed(problem, List.of());
            case NcuTool.Found.Here(NcuTool tool) -> run(tool, workspace);
        };
    }

    private Outcome run(NcuTool tool, Workspace workspace) {
        var problems = new ArrayList<Problem>();
        Optional<KernelFilter> filter =
                settings.gated() ? phase().find(workspace) : Optional.empty();
        NcuTool.Fitted fitted = tool.fit(NcuNarrowing.of(settings, filter, problems));
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
        NcuChoice choice = choice(filter, fitted.settings());
        choice.ahead(settings.timeout()).forEach(workspace.says());
        fitted.remarks().forEach(workspace.says());
        return profiler.profile(fitted.settings(), tool.sectionsTable(), choice);
    }

    /// A name of the user's own is not nsys's choice.
    private NcuChoice choice(Optional<KernelFilter> filter, Ncu.Settings wish) {
        boolean own = settings.profiling().kernelName().isPresent();
        return new NcuChoice(phase().words(), own ? Optional.empty() : filter, wish);
    }

    private PhaseKernels phase() {
        return PhaseKernels.of(settings, kernels);
    }

    /// The names that nsys is going to find stand as words.
    private Ncu.Settings foreseen() {
        Ncu.Settings wish = settings.profiling();
        return namesCome()
                ? wish.of(
                        Optional.of(
                                new Ncu.KernelName(
                                        settings.kernelNameBase(),
                                        "regex:(the heaviest kernels that nsys finds in "
                                                + phase().words()
                                                + ")")),
                        wish.launchSkip())
                : wish;
    }

    private boolean namesCome() {
        return settings.gated() && afterNsys && settings.profiling().kernelName().isEmpty();
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
                "ncu knows none of the requested names: "
                        + String.join("; ", fitted.notes().stream().map(Problem::what).toList()),
                "pipeline.ncu.ncu_cli",
                "ncu --list-sets and ncu --list-sections have the names");
    }
}
