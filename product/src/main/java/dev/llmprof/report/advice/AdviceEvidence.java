package dev.llmprof.report.advice;

import dev.llmprof.analysis.advice.Advice;

/// Which section of a report shows what an [Advice] rests on.
public final class AdviceEvidence {

    private AdviceEvidence() {}

    /// Its id.
    public static String section(Advice advice) {
        return switch (advice) {
            case Advice.HostWait _, Advice.LaunchGaps _, Advice.GraphGaps _ -> "idle";
            case Advice.Unfused _,
                    Advice.MemoryTraffic _,
                    Advice.DecodeProducts _,
                    Advice.SinglePrecision _,
                    Advice.ExposedCopies _ ->
                    "kernels";
            case Advice.SlowOperator _, Advice.Unattributed _, Advice.UnknownGraphs _ ->
                    "operators";
            case Advice.ExposedCommunication _, Advice.UnevenGpus _, Advice.LateRank _ -> "ranks";
            case Advice.MemoryBound _, Advice.AboveBound _ -> "prediction";
            case Advice.TensorCoresIdle _, Advice.LowOccupancy _ -> "counters";
        };
    }
}
