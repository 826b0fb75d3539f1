package dev.llmprof.report.advice;

import dev.llmprof.analysis.advice.Advice;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import java.util.regex.Pattern;

/// Words for each [Advice]: what was found, the number behind it, what to try.
public record AdviceWords(String finding, String evidence, String suggestion) {
    // What is in brackets belongs to what it stands behind.
    private static final Pattern FURTHER = Pattern.compile("; (?![^(]*\\))");

    public static AdviceWords of(Advice advice) {
        return switch (advice) {
            case Advice.HostWait it -> TraceAdvice.hostWait(it);
            case Advice.LaunchGaps it -> TraceAdvice.launchGaps(it);
            case Advice.GraphGaps it -> TraceAdvice.graphGaps(it);
            case Advice.Unfused it -> KernelWords.unfused(it);
            case Advice.MemoryTraffic it -> KernelWords.memoryTraffic(it);
            case Advice.SlowOperator it -> KernelWords.slowOperator(it);
            case Advice.DecodeProducts it -> KernelWords.decodeProducts(it);
            case Advice.SinglePrecision it -> KernelWords.singlePrecision(it);
            case Advice.ExposedCopies it -> TraceAdvice.exposedCopies(it);
            case Advice.ExposedCommunication it -> TraceAdvice.exposedCommunication(it);
            case Advice.UnevenGpus it -> TraceAdvice.unevenGpus(it);
            case Advice.LateRank it -> TraceAdvice.lateRank(it);
            case Advice.Unattributed it -> TraceAdvice.unattributed(it);
            case Advice.UnknownGraphs it -> TraceAdvice.unknownGraphs(it);
            case Advice.MemoryBound it -> ModelAdvice.memoryBound(it);
            case Advice.AboveBound it -> ModelAdvice.aboveBound(it);
            case Advice.TensorCoresIdle it -> ModelAdvice.tensorCoresIdle(it);
            case Advice.LowOccupancy it -> ModelAdvice.lowOccupancy(it);
        };
    }

    /// `finding: evidence; could save at most 8.7 ms`.
    public static String line(Advice advice) {
        AdviceWords words = of(advice);
        String saving = advice.savingNanos().isEmpty() ? "" : "; could save " + saving(advice);
        return words.finding + ": " + words.evidence + saving;
    }

    /// The same with what to try.
    public static String sentence(Advice advice) {
        return line(advice) + ". To try: " + of(advice).suggestion() + ".";
    }

    public static Block.Lead lead(Advice advice) {
        AdviceWords words = of(advice);
        return new Block.Lead(
                weight(advice),
                saving(advice),
                words.finding,
                words.evidence,
                words.suggestion,
                AdviceEvidence.section(advice));
    }

    /// For a terminal: the first thing to try, and no saving where none is known.
    public static Block.Lead brief(Advice advice) {
        Block.Lead whole = lead(advice);
        return new Block.Lead(
                whole.weight(),
                advice.savingNanos().isEmpty() ? "" : whole.saving(),
                whole.finding(),
                whole.evidence(),
                FURTHER.split(whole.step(), 2)[0],
                whole.section());
    }

    /// Following it may save less: the time is often lost to something else then.
    public static String saving(Advice advice) {
        if (advice.savingNanos().isEmpty()) {
            return "not known";
        }
        String all = time(advice.savingNanos().getAsLong());
        return "at most "
                + switch (advice) {
                    case Advice.MemoryBound(_, var phase, _, _, _, _) -> each(phase, all);
                    case Advice.AboveBound(_, var phase, _, _) -> each(phase, all);
                    default -> all;
                };
    }

    /// Its time and its bound are those of one request or step, so the saving begins there too.
    private static String each(Advice.PhaseBound phase, String all) {
        return phase.requests() == 1
                ? all
                : time(Math.round(phase.measuredNanos() - phase.boundNanos()))
                        + " each time, "
                        + all
                        + " over the "
                        + phase.requests()
                        + " recorded";
    }

    /// How much of the time it is about; what only shows more of a run is never among the first.
    public static String weight(Advice advice) {
        if (advice.isAboutKnowing()) {
            return "low";
        }
        return advice.share() >= .25 ? "high" : advice.share() >= .10 ? "medium" : "low";
    }

    static String time(long nanos) {
        return Cell.nanos(nanos).shown();
    }

    static String percent(double share) {
        return Cell.share(share).shown();
    }
}
