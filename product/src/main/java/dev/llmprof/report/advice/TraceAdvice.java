package dev.llmprof.report.advice;

import dev.llmprof.analysis.advice.Advice;
import dev.llmprof.analysis.idle.HostActivity;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Numbers;
import dev.llmprof.report.block.ShownText;
import dev.llmprof.report.block.Unit;

/// Words for what a timeline shows.
final class TraceAdvice {

    private TraceAdvice() {}

    static AdviceWords hostWait(Advice.HostWait it) {
        return new AdviceWords(
                "The GPU waits for the host",
                it.place().gpu()
                        + " had nothing queued on any stream "
                        + ShownText.counted(it.gaps(), "time", "times")
                        + ", "
                        + ofSpan(it.nanos(), it.share())
                        + "; the host meanwhile: "
                        + HostWords.of(it.host())
                        + launches(it.launching()),
                hostAdvice(it));
    }

    /// What the trace itself shows goes first.
    private static String hostAdvice(Advice.HostWait it) {
        if (more(it, HostActivity.NOTHING, 2)) {
            return "record what the host does there: with_stack=True in torch.profiler, NVTX ranges or"
                    + " --trace=osrt for nsys";
        }
        String first = more(it, HostActivity.DATA_LOADING, 4) ? "DataLoader workers; " : "";
        first += more(it, HostActivity.GARBAGE_COLLECTION, 4) ? "gc.freeze() after warm-up; " : "";
        first += more(it, HostActivity.ALLOCATION, 4) ? "no allocation in the loop; " : "";
        if (more(it, HostActivity.DATA_LOADING, 2)) {
            return first + "pinned memory, the next batch loaded while this one runs";
        }
        return first
                + (it.launching().graphs()
                        ? "graphs are used already: look at what the host does between their"
                                + " launches (scheduling, sampling, .item() or .cpu())"
                        : "CUDA graphs or torch.compile(mode=\"reduce-overhead\"), larger batches, no"
                                + " .item() or .cpu() between steps");
    }

    /// More than one part in so many.
    private static boolean more(Advice.HostWait it, HostActivity activity, int parts) {
        return it.host().getOrDefault(activity, 0L) * parts > it.nanos();
    }

    private static String launches(Advice.Launching it) {
        return 3 * it.shorter() > it.launches()
                ? "; "
                        + Cell.count(it.shorter()).shown()
                        + " of "
                        + Cell.count(it.launches()).shown()
                        + " launches outside of graphs took longer than the kernel"
                : "";
    }

    private static String ofSpan(long nanos, double share) {
        return AdviceWords.time(nanos) + ", " + AdviceWords.percent(share) + " of its span";
    }

    static AdviceWords launchGaps(Advice.LaunchGaps it) {
        return new AdviceWords(
                "Gaps between queued kernels",
                ShownText.counted(it.gaps(), "gap", "gaps")
                        + " under 30 µs on "
                        + it.place().gpu()
                        + ", "
                        + ofSpan(it.nanos(), it.share())
                        + launches(it.launching()),
                it.launching().graphs()
                        ? "graphs are used already: fewer and larger kernels, or one graph in place"
                                + " of several"
                        : "CUDA graphs, as by torch.compile(mode=\"reduce-overhead\"), or fewer and larger"
                                + " kernels");
    }

    static AdviceWords graphGaps(Advice.GraphGaps it) {
        return new AdviceWords(
                "Gaps inside CUDA graphs",
                ShownText.counted(it.gaps(), "gap", "gaps")
                        + " between nodes of one replay on "
                        + it.place().gpu()
                        + ", "
                        + ofSpan(it.nanos(), it.share()),
                "fewer and larger nodes, programmatic dependent launch; no host nodes and no waits"
                        + " for other streams inside the graph");
    }

    static AdviceWords exposedCopies(Advice.ExposedCopies it) {
        return new AdviceWords(
                "Copies that nothing overlaps",
                "on "
                        + it.place().gpu()
                        + " "
                        + ofSpan(it.nanos(), it.share())
                        + it.most().map(TraceAdvice::copies).orElse(""),
                "pinned memory and non_blocking copies on a stream of their own, or keep the data"
                        + " on the device");
    }

    private static String copies(Advice.Copies it) {
        String moved =
                it.bytes() == 0
                        ? ""
                        : ", "
                                + Numbers.text((double) it.bytes(), Unit.BYTES)
                                + " at "
                                + Numbers.text(
                                        it.bytes() * 1e9 / it.nanos(), Unit.BYTES_PER_SECOND);
        return "; mostly " + it.name() + " " + AdviceWords.time(it.nanos()) + moved;
    }

    static AdviceWords exposedCommunication(Advice.ExposedCommunication it) {
        return new AdviceWords(
                "Exposed communication",
                "no computation overlaps "
                        + AdviceWords.time(it.nanos())
                        + " of it on "
                        + it.place().gpu()
                        + ", "
                        + AdviceWords.percent(it.share())
                        + " of its span; waits for late ranks are part of it",
                "llmprof analyze FOLDER with the traces of all ranks, which shows who is late; then"
                        + " less tensor parallelism, or overlap with computation");
    }

    static AdviceWords unevenGpus(Advice.UnevenGpus it) {
        return new AdviceWords(
                "The GPUs have uneven work",
                it.place().gpu()
                        + " computes "
                        + AdviceWords.time(it.nanos())
                        + ", the mean of "
                        + it.gpus()
                        + " GPUs is "
                        + AdviceWords.time(Math.round(it.meanNanos())),
                "give each GPU as many layers, experts and sequences as the others");
    }

    static AdviceWords lateRank(Advice.LateRank it) {
        return new AdviceWords(
                "The other ranks wait for one rank",
                it.place().gpu()
                        + " is the last in "
                        + it.last()
                        + " of "
                        + it.judged()
                        + " collectives, typically "
                        + AdviceWords.time(it.medianNanos())
                        + " after the first, "
                        + it.cause().label()
                        + (it.detail().isEmpty() ? "" : " (" + it.detail() + ")"),
                switch (it.cause()) {
                    case COMPUTING ->
                            "divide tokens, experts or layers evenly; where the work is the same,"
                                    + " look at that rank's clocks, power limit and temperature";
                    case IDLE ->
                            "look at what that rank's host does before it launches: input, Python,"
                                    + " other processes on its cores";
                    case WAITING, TRANSFERRING, UNKNOWN ->
                            "look at that rank's links, and record all ranks from before the step";
                });
    }

    static AdviceWords unattributed(Advice.Unattributed it) {
        return new AdviceWords(
                "GPU time that no operator is known for",
                AdviceWords.time(it.nanos())
                        + ", "
                        + AdviceWords.percent(it.share())
                        + " of the GPU time",
                "record the whole step, with the operators that launch it (torch.profiler with"
                        + " ProfilerActivity.CPU)");
    }

    static AdviceWords unknownGraphs(Advice.UnknownGraphs it) {
        return new AdviceWords(
                "The operators inside graphs are not known",
                AdviceWords.time(it.nanos())
                        + ", "
                        + AdviceWords.percent(it.share())
                        + " of the GPU time, in "
                        + Cell.count(it.kernels()).shown()
                        + " kernels that CUDA or HIP graphs replayed",
                "record the start of the program too, while it captures its graphs (torch.profiler"
                        + " with record_shapes=True and with_stack=True), and analyze both traces in"
                        + " one folder");
    }
}
