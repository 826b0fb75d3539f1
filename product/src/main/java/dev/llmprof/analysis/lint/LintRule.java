package dev.llmprof.analysis.lint;

import java.util.Locale;

/// What can be wrong with a capture: how bad it is, what it costs the reader of its numbers, and
/// how to record it better. `note` means that something more could be known, `warning` that a
/// number may mislead, `error` that the file is not what the program did.
public enum LintRule {
    TRUNCATED_FILE(
            Severity.ERROR,
            "the file is not whole",
            "the lost part is in no number",
            "let the program and the profiler end by themselves, then copy the file again"),
    BROKEN_EVENTS(
            Severity.WARNING,
            "events could not be read",
            "their time is in no number",
            "record again; if it happens again, the tool that wrote the file has a bug"),
    NEGATIVE_DURATIONS(
            Severity.WARNING,
            "events end before they begin",
            "they count as events of length 0, so sums are too low",
            "record again on one clock; virtual machines need a steady clock source"),
    WRONG_TIME_UNIT(
            Severity.WARNING,
            "the times are in another unit than the format says",
            "every time is wrong by the same factor",
            "Chrome traces count microseconds: multiply or divide ts and dur where the file is"
                    + " written"),
    OUT_OF_ORDER(
            Severity.WARNING,
            "GPU work begins before its launch",
            "waits, launch delays and the causes of idle time are wrong by the clocks' distance",
            "update the driver and the profiler; compare times of one side only"),
    NO_GPU_WORK(
            Severity.WARNING,
            "CUDA or HIP calls are there, and no GPU work",
            "nothing can be said about the GPU",
            "record the CUDA activity: ProfilerActivity.CUDA in PyTorch, -t cuda with nsys; as a"
                    + " rule CUPTI failed to start when the activity was asked for"),
    LOST_GPU_WORK(
            Severity.WARNING,
            "launches have no GPU work in the middle of the capture",
            "GPU time is too low, idle time too high",
            "record a shorter window: CUPTI drops records when its buffers are full"),
    DROPPED_EVENTS(
            Severity.WARNING,
            "the tool says that it lost events",
            "sums are too low where they were lost",
            "record a shorter window or fewer kinds of events"),
    CLIPPED_AT_EDGE(
            Severity.WARNING,
            "GPU work at the edge of the window was cut off from its launch",
            "it belongs to no operator, and the first and last steps look shorter",
            "wait for the device before the profiler starts and before it stops"
                    + " (torch.cuda.synchronize())"),
    UNLINKED_GPU_TIME(
            Severity.WARNING,
            "GPU time has no launch call",
            "it belongs to no operator, module or phase",
            "record host and GPU in one capture, with the CPU activity on"),
    OPAQUE_GRAPHS(
            Severity.WARNING,
            "replays of CUDA graphs hide which operators launched their kernels",
            "operators, modules and shapes are missing for that time",
            "give the trace of the graphs' capture as well, or record once with graphs off"
                    + " (enforce_eager, disable_cuda_graph)"),
    WHOLE_GRAPHS(
            Severity.WARNING,
            "CUDA graphs were recorded as one event each",
            "no kernel of theirs is seen",
            "nsys profile --cuda-graph-trace=node"),
    GRAPH_CAPTURE(
            Severity.WARNING,
            "this is the capture of CUDA graphs, not a run",
            "it holds no time of the program at work; it only says which operator made which node",
            "give the trace of the run as well: llmprof joins them"),
    COMPILATION(
            Severity.WARNING,
            "code was compiled or loaded inside the window",
            "the first steps are slower than those that users see",
            "warm up before the profiler starts: capture.warmup, or schedule(wait=, warmup=)"),
    WARM_UP(
            Severity.WARNING,
            "the first step is much slower than the others",
            "means hold the warm-up; medians hold it less",
            "leave the first steps out: capture.warmup, or schedule(wait=, warmup=)"),
    FEW_STEPS(
            Severity.NOTE,
            "there are fewer than three steps of a kind",
            "nothing is known of how much they differ",
            "record at least three: capture.steps, or schedule(active=)"),
    NO_STEADY_WINDOW(
            Severity.WARNING,
            "the server never decodes a steady batch",
            "a time per output token of this window is not typical of any load",
            "begin the capture after the load has settled, and keep the load constant"),
    ZERO_LENGTH_STEPS(
            Severity.WARNING,
            "steps have no length",
            "they count as steps, so times per step are too low",
            "close each range where its work ends"),
    OVERLAPPING_STEPS(
            Severity.WARNING,
            "steps overlap on one thread without one lying in the other",
            "work in the overlap is counted in the later step only",
            "close a range before the next opens; use push and pop, not start and end"),
    SEVERAL_PHASES(
            Severity.NOTE,
            "prefill and decode are in one window",
            "kernel sums mix two loads; only the tables by phase separate them",
            "read the tables by phase, or record each phase apart"),
    NO_ANNOTATIONS(
            Severity.NOTE,
            "nothing is annotated",
            "time cannot be divided by step or phase",
            "mark steps with record_function or NVTX ranges such as prefill and decode"),
    NO_SHAPES(
            Severity.NOTE,
            "operators have no input shapes",
            "no FLOP/s or B/s of an operator, no roofline, no check of the model",
            "record_shapes=True"),
    NO_STACKS(
            Severity.NOTE,
            "there is no Python stack",
            "no module, and no line of code for a wait",
            "with_stack=True, which costs time: use it in a capture of its own"),
    HEAVY_RECORDING(
            Severity.WARNING,
            "much of the capture is what the profiler records about itself and about Python",
            "the host is slower than without; waits for the host are too long",
            "with_stack=False and profile_memory=False for times"),
    NESTED_PROFILER(
            Severity.WARNING,
            "another profiler ran inside this one",
            "both cost time, and one may take the other's events",
            "run one profiler at a time"),
    UNKNOWN_DEVICE(
            Severity.NOTE,
            "llmprof does not know this GPU",
            "nothing can be compared with its peaks",
            "--gpu NAME, or a file of your own in conf/gpu"),
    RANKS_MISSING(
            Severity.WARNING,
            "captures of some ranks are missing",
            "who waits for whom is only known among those that are there",
            "give the captures of all ranks"),
    RANK_TWICE(
            Severity.WARNING,
            "two captures have the same rank",
            "waits between ranks are computed from times of different runs",
            "give one capture for each rank of one run"),
    NSYS_WITHOUT_CUDA(
            Severity.WARNING,
            "nsys did not trace CUDA",
            "neither GPU work nor launches are there",
            "nsys profile -t cuda,nvtx,osrt"),
    NCU_CLOCKS(
            Severity.WARNING,
            "clocks were not locked under ncu",
            "durations and throughputs differ from launch to launch for no reason in the kernel",
            "leave out --clock-control none, or lock the clocks with nvidia-smi -lgc"),
    NCU_ORDER(
            Severity.WARNING,
            "kernels were replayed in another order than they ran",
            "which launch a row is of is not certain",
            "replay by kernel (--replay-mode kernel), with a program that launches the same in every pass"),
    NCU_NO_VALUES(
            Severity.WARNING,
            "profiled kernels have no duration",
            "they cannot be compared with anything",
            "add the section SpeedOfLight, or gpu__time_duration.sum"),
    DROPPED_SETTINGS(
            Severity.NOTE,
            "the capture was made with settings that newer versions do not know",
            "the same command line fails after an update",
            "use the names of the installed version"),
    BUSY_HOST(
            Severity.WARNING,
            "other processes used the CPU during the run",
            "times include waiting for a CPU: do not trust them",
            "end the others, or measure on a machine of your own; llmprof noise says how much runs"
                    + " differ"),
    THROTTLED(
            Severity.WARNING,
            "the GPU was slowed down by heat or by its power supply",
            "times are longer than the same GPU takes when it is cool",
            "let it cool down, check its airflow and power cables, then run again"),
    CAPPED_CLOCK(
            Severity.WARNING,
            "the GPU's clock stayed below its highest",
            "times and MFU are those of a slower GPU than the one named",
            "nvidia-smi -q -d CLOCK,POWER has the limits; nvidia-smi -rgc frees a locked clock"),
    SHARED_GPU(
            Severity.WARNING,
            "programs of others computed on the GPUs",
            "kernels wait for them, and caches are not the workload's own",
            "end them, or choose another GPU: device=cuda:N");

    /// How bad it is.
    public enum Severity {
        ERROR,
        WARNING,
        NOTE;

        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Severity severity;
    private final String what;
    private final String cost;
    private final String fix;

    LintRule(Severity severity, String what, String cost, String fix) {
        this.severity = severity;
        this.what = what;
        this.cost = cost;
        this.fix = fix;
    }

    /// `no-shapes` for [#NO_SHAPES].
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public Severity severity() {
        return severity;
    }

    public String what() {
        return what;
    }

    public String cost() {
        return cost;
    }

    public String fix() {
        return fix;
    }
}
