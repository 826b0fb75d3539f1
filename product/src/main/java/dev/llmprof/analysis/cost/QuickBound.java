package dev.llmprof.analysis.cost;

import dev.llmprof.model.cost.Communication;
import dev.llmprof.model.cost.Cost;
import dev.llmprof.model.cost.Costs;
import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.operators.DecoderOperators;
import dev.llmprof.model.shape.Decoder;
import dev.llmprof.model.shape.Operator;
import dev.llmprof.model.shape.Work;

/// The least time of some decoder work, without the tables: what sweeps over a million points ask.
public final class QuickBound {
    private QuickBound() {}

    public static double seconds(Decoder decoder, Work work, Counting counting, Ceiling ceiling) {
        double seconds = 0;
        for (Operator operator : DecoderOperators.of(decoder, work, counting.convention())) {
            Cost cost = Costs.of(operator, work.passes(), counting);
            seconds += BoundTime.of(cost, ceiling).seconds();
        }
        if (counting.parallel().gpus() == 1 || ceiling.linkBytesPerSecond() == 0) {
            return seconds;
        }
        return seconds
                + Communication.bytes(decoder, work, counting) / ceiling.linkBytesPerSecond();
    }

    /// One decoding step at a context.
    public static double stepSeconds(
            Decoder decoder, int batch, long context, Counting counting, Ceiling ceiling) {
        return seconds(decoder, Work.decode(batch, context, 1), counting, ceiling);
    }
}
