package dev.llmprof.stage.conditions;

import dev.llmprof.pipeline.BesideStage;
import dev.llmprof.pipeline.Probe;
import dev.llmprof.pipeline.Workspace;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.Command;
import dev.llmprof.process.Ended;
import dev.llmprof.process.Processes;
import dev.llmprof.tool.NvidiaSampling;
import dev.llmprof.tool.NvidiaSmi;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Samples what the machine does beside the other stages: this host from `/proc`, its GPUs by
/// nvidia-smi where there are any.
public final class ConditionsStage implements BesideStage {
    static final String HOST_FILE = "host.csv";
    static final String GPU_FILE = "gpu.csv";
    static final String STRANGERS_FILE = "strangers.csv";
    private static final Duration DEADLINE = Duration.ofSeconds(20);

    private final ConditionsSettings settings;
    private final Processes processes;
    private Optional<List<String>> fields = Optional.empty();

    public ConditionsStage(ConditionsSettings settings, Processes processes) {
        this.settings = settings;
        this.processes = processes;
    }

    @Override
    public String name() {
        return "conditions";
    }

    @Override
    public Probe probe() {
        return ProcFiles.HERE.text("proc/stat").isEmpty()
                ? new Probe.Unable(
                        new Problem(
                                "the machine's state cannot be read",
                                "/proc/stat",
                                "pipeline.conditions.enable=false"))
                : new Probe.Ready("/proc", List.of());
    }

    @Override
    public List<Command> plan(Workspace workspace) {
        return watch().stream().toList();
    }

    @Override
    public List<String> leaves() {
        return watch().isPresent() ? List.of(HOST_FILE, GPU_FILE) : List.of(HOST_FILE);
    }

    @Override
    public List<String> remarks() {
        return List.of(
                "beside the other stages, every "
                        + settings.interval().toMillis()
                        + " ms: load, pressure, other processes, clocks and energy where they can be"
                        + " read");
    }

    @Override
    public Recording start(Workspace workspace) {
        return ConditionsRecording.start(workspace, settings.interval(), watch());
    }

    /// Empty where there is no nvidia-smi, or none that works.
    private Optional<Command> watch() {
        fields = Optional.of(fields.orElseGet(this::asked));
        return fields.filter(known -> known.contains("index"))
                .map(known -> NvidiaSampling.watch(known, settings.interval()));
    }

    /// It may be installed where there is no GPU: then it names its fields, and nothing else.
    private List<String> asked() {
        boolean anyGpu = !NvidiaSmi.gpus(answer(NvidiaSmi.query())).isEmpty();
        return anyGpu ? NvidiaSampling.known(answer(NvidiaSampling.fields())) : List.of();
    }

    private String answer(Command question) {
        Processes.Answer answer = processes.ask(question, DEADLINE);
        return answer.ended() instanceof Ended.Exited(int code, _) && code == 0
                ? answer.output()
                : "";
    }
}
