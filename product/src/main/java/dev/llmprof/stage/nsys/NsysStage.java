package dev.llmprof.stage.nsys;

import dev.llmprof.pipeline.Artifact;
import dev.llmprof.pipeline.Outcome;
import dev.llmprof.pipeline.Probe;
import dev.llmprof.pipeline.Stage;
import dev.llmprof.pipeline.Workspace;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.Command;
import dev.llmprof.process.Processes;
import dev.llmprof.stage.StageFiles;
import dev.llmprof.stage.nsys.NsysTool.Found;
import dev.llmprof.stage.workload.HookResults;
import dev.llmprof.stage.workload.RankFiles;
import dev.llmprof.stage.workload.RankLaunch;
import dev.llmprof.stage.workload.Workload;
import dev.llmprof.stage.workload.Workload.Purpose;
import dev.llmprof.stage.workload.Workloads;
import dev.llmprof.tool.Nsys;
import dev.llmprof.workload.ResultKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Records the workload with Nsight Systems, once or once for each label.
public final class NsysStage implements Stage {
    private final NsysSettings settings;
    private final Workload workload;
    private final NsysReading reading;
    private final Processes processes;
    private final Map<String, String> environment;
    private Optional<Found> found = Optional.empty();

    public NsysStage(
            NsysSettings settings,
            Workload workload,
            NsysReading reading,
            Processes processes,
            Map<String, String> environment) {
        this.settings = settings;
        this.workload = workload;
        this.reading = reading;
        this.processes = processes;
        this.environment = Map.copyOf(environment);
    }

    @Override
    public String name() {
        return "nsys";
    }

    @Override
    public Probe probe() {
        return switch (tool()) {
            case Found.Missing(Problem problem) -> new Probe.Unable(problem);
            case Found.Here(NsysTool tool) -> tool.probe(settings.recording());
        };
    }

    @Override
    public List<Command> plan(Workspace workspace) {
        List<NsysCapture> captures =
                tool() instanceof Found.Here(NsysTool tool)
                        ? captures(tool, workspace.directory())
                        : NsysCapture.of(settings, workspace.directory(), PhaseMarks.of(workload));
        return captures.stream()
                .flatMap(capture ->
                        Stream.concat(
                                Stream.of(command(capture, workspace), export(capture)),
                                stats(capture)))
                .toList();
    }

    @Override
    public List<String> leaves() {
        return List.of(
                "cmd.txt",
                "tool.log",
                "run.nsys-rep",
                "run.sqlite",
                "captures.json",
                "summary_cuda_gpu_kern_sum.csv (where there are kernels)");
    }

    @Override
    public List<String> remarks() {
        var remarks = new ArrayList<String>();
        workload.surroundings()
                .marks()
                .filter(_ -> !(workload instanceof Workload.Builtin))
                .ifPresent(marks ->
                        remarks.add("opens the NVTX range window: " + marks.window().words()));
        for (NsysCapture capture :
                NsysCapture.of(settings, Path.of(name()), PhaseMarks.of(workload))) {
            remarks.add(capture.directory() + " covers " + capture.covers());
            capture.instead()
                    .ifPresent(other ->
                            remarks.add("  where that never comes, once more: " + other.covers()));
        }
        if (tool() instanceof Found.Here(NsysTool tool)) {
            if (!tool.summarises()) {
                remarks.add("llmprof writes the kernel summary: this nsys has it in another shape");
            }
            tool.leftOut(settings.recording()).forEach(note -> remarks.add(note.what()));
        }
        return remarks;
    }

    private Stream<Command> stats(NsysCapture capture) {
        return tool() instanceof Found.Here(NsysTool tool) && tool.summarises()
                ? Stream.of(
                        Nsys.stats(
                                NsysTool.SUMMARY,
                                capture.directory().resolve("summary"),
                                capture.directory().resolve("run.sqlite")))
                : Stream.empty();
    }

    private static Command export(NsysCapture capture) {
        Path report = capture.directory().resolve("run.nsys-rep");
        return Nsys.export(report, StageFiles.sibling(report, ".sqlite"));
    }

    @Override
    public Outcome run(Workspace workspace) {
        return switch (tool()) {
            case Found.Missing(Problem problem) -> new Outcome.Failed(problem, List.of());
            case Found.Here(NsysTool tool) -> run(tool, workspace);
        };
    }

    /// Asked once: together the questions take a while.
    private Found tool() {
        found = Optional.of(found.orElseGet(() -> NsysTool.find(processes, environment)));
        return found.get();
    }

    private Outcome run(NsysTool tool, Workspace workspace) {
        var recorded = new ArrayList<NsysCapture>();
        var artifacts = new ArrayList<Artifact>();
        var problems = new ArrayList<Problem>();
        boolean reported = false;
        for (NsysCapture capture : captures(tool, workspace.directory())) {
            NsysCapture.Result result = record(tool, capture, workspace);
            NsysCapture taken = capture;
            if (result.unopened() && capture.instead().isPresent()) {
                taken = capture.instead().get();
                result = record(tool, taken, workspace);
            }
            recorded.add(taken);
            artifacts.addAll(result.artifacts());
            problems.addAll(result.problems());
            reported |= result.reported();
            if (result.interrupted()) {
                break;
            }
        }
        artifacts.addAll(results(workspace));
        artifacts.add(
                new Artifact(
                        "nsys.captures", NsysCapture.writeIndex(recorded, workspace.directory())));
        RankFiles.write(
                        Purpose.NSYS.scratchIn(workspace.runDirectory()),
                        workspace.directory(),
                        artifacts.stream()
                                .filter(each -> each.kind().equals("nsys.report"))
                                .map(Artifact::path)
                                .toList())
                .ifPresent(artifacts::add);
        if (!reported) {
            return new Outcome.Failed(problems.getFirst(), artifacts);
        }
        return problems.isEmpty()
                ? new Outcome.Done(artifacts)
                : new Outcome.Degraded(artifacts, problems);
    }

    /// What the workload's own clock said meanwhile, for what nsys costs it.
    private List<Artifact> results(Workspace workspace) {
        Path scratch = Purpose.NSYS.scratchIn(workspace.runDirectory());
        if (!(workload instanceof Workload.Builtin)) {
            HookResults.write(scratch);
        }
        Path results = scratch.resolve(ResultKeys.FILE_NAME);
        return Files.isRegularFile(results)
                ? List.of(new Artifact("workload.results", results))
                : List.of();
    }

    private NsysCapture.Result record(NsysTool tool, NsysCapture capture, Workspace workspace) {
        Workloads.prepare(
                workload,
                Purpose.NSYS,
                workspace.runDirectory(),
                capture.occurrence() == Occurrence.SECOND);
        return new NsysRecorder(
                        tool,
                        settings,
                        reading,
                        workspace,
                        command(capture, workspace),
                        environment)
                .record(capture);
    }

    private List<NsysCapture> captures(NsysTool tool, Path directory) {
        Nsys.Settings known =
                tool.cudaGraphTrace()
                        ? settings.recording()
                        : settings.recording().withoutCudaGraphTrace();
        return NsysCapture.of(
                new NsysSettings(
                        known,
                        settings.labels(),
                        settings.secondLook(),
                        settings.keepEnvironment(),
                        settings.timeout()),
                directory,
                PhaseMarks.of(workload));
    }

    private Command command(NsysCapture capture, Workspace workspace) {
        Path run = workspace.runDirectory();
        Command program = Workloads.program(workload, Purpose.NSYS, run);
        boolean ranks = workload.surroundings().launch().startsRanks();
        Command profiled =
                ranks
                        ? Nsys.profile(
                                capture.recording(), capture.output(), RankLaunch.OUTPUT, program)
                        : Nsys.profile(capture.recording(), capture.output(), program);
        return Workloads.launched(workload, Purpose.NSYS, run, profiled);
    }
}
