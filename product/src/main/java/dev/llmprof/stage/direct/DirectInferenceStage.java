package dev.llmprof.stage.direct;

import dev.llmprof.pipeline.Artifact;
import dev.llmprof.pipeline.Outcome;
import dev.llmprof.pipeline.Probe;
import dev.llmprof.pipeline.Stage;
import dev.llmprof.pipeline.Workspace;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.Command;
import dev.llmprof.process.Ended;
import dev.llmprof.process.Processes;
import dev.llmprof.stage.StageFiles;
import dev.llmprof.stage.workload.EnginePresence;
import dev.llmprof.stage.workload.HookResults;
import dev.llmprof.stage.workload.Workload;
import dev.llmprof.stage.workload.Workload.Purpose;
import dev.llmprof.stage.workload.WorkloadFailure;
import dev.llmprof.stage.workload.Workloads;
import dev.llmprof.workload.ResultKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Runs the workload with no profiler around it: its answers, and the times to hold others against.
public record DirectInferenceStage(Duration timeout, Workload workload) implements Stage {
    @Override
    public String name() {
        return "direct_inference";
    }

    @Override
    public Probe probe() {
        return EnginePresence.of(workload);
    }

    @Override
    public List<Command> plan(Workspace workspace) {
        return List.of(command(workspace));
    }

    @Override
    public Outcome run(Workspace workspace) {
        Workloads.prepare(workload, Purpose.PLAIN, workspace.runDirectory());
        Command command = command(workspace);
        StageFiles.writeCommand(workspace.directory().resolve("cmd.txt"), command);
        Path log = workspace.directory().resolve("tool.log");
        Ended ended = workspace.processes().run(command, log, Processes.Limits.of(timeout));
        if (!(workload instanceof Workload.Builtin)) {
            HookResults.write(Purpose.PLAIN.scratchIn(workspace.runDirectory()));
        }
        List<Artifact> artifacts = artifacts(workspace);
        if (endedWell(ended)) {
            return new Outcome.Done(artifacts);
        }
        Problem problem =
                WorkloadFailure.of(workload, ended, log, "pipeline.direct_inference.timeout");
        return artifacts.isEmpty()
                ? new Outcome.Failed(problem, List.of())
                : new Outcome.Degraded(artifacts, List.of(problem));
    }

    private boolean endedWell(Ended ended) {
        boolean atItsEnd = ended instanceof Ended.Exited(int code, _) && code == 0;
        return atItsEnd
                || workload.surroundings()
                        .marks()
                        .filter(marks -> marks.window().ended(ended))
                        .isPresent();
    }

    private static List<Artifact> artifacts(Workspace workspace) {
        List<Artifact> artifacts = new ArrayList<>();
        Path results =
                Purpose.PLAIN.scratchIn(workspace.runDirectory()).resolve(ResultKeys.FILE_NAME);
        if (Files.isRegularFile(results)) {
            artifacts.add(new Artifact("workload.results", results));
        }
        Path predictions = workspace.directory().resolve("pred").resolve("predictions.jsonl");
        if (Files.isRegularFile(predictions)) {
            artifacts.add(new Artifact("workload.predictions", predictions));
        }
        return artifacts;
    }

    private Command command(Workspace workspace) {
        return Workloads.command(workload, Purpose.PLAIN, workspace.runDirectory());
    }
}
