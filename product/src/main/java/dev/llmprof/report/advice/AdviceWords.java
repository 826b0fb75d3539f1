package dev.llmprof.report.advice;

import dev.llmprof.analysis.Advice;
import dev.llmprof.report.block.Cell;

/// Words for each [Advice]: what was found, the number behind it, what to try.
public record AdviceWords(String finding, String evidence, String suggestion) {

    public static AdviceWords of(Advice advice) {
        return switch (advice) {
            case Advice.HostWait it -> TraceAdvice.hostWait(it);
            case Advice.LaunchGaps it -> TraceAdvice.launchGaps(it);
            case Advice.ShortKernels it -> TraceAdvice.shortKernels(it);
            case Advice.HotKernel it -> TraceAdvice.hotKernel(it);
            case Advice.Unfused it -> TraceAdvice.unfused(it);
            case Advice.SinglePrecision it -> TraceAdvice.singlePrecision(it);
            case Advice.ExposedCopies it -> TraceAdvice.exposedCopies(it);
            case Advice.ExposedCommunication it -> TraceAdvice.exposedCommunication(it);
            case Advice.Unattributed it -> TraceAdvice.unattributed(it);
            case Advice.MemoryBound it -> ModelAdvice.memoryBound(it);
            case Advice.AboveBound it -> ModelAdvice.aboveBound(it);
            case Advice.TensorCoresIdle it -> ModelAdvice.tensorCoresIdle(it);
            case Advice.LowOccupancy it -> ModelAdvice.lowOccupancy(it);
        };
    }

    /// How much of the time it is about.
    public static String weight(Advice advice) {
        return advice.share() >= .25 ? "high" : advice.share() >= .10 ? "medium" : "low";
    }

    static String time(long nanos) {
        return Cell.nanos(nanos).shown();
    }

    static String percent(double share) {
        return Cell.share(share).shown();
    }
}
