package dev.llmprof.analysis.cost;

import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.cost.Memory;
import dev.llmprof.model.shape.Model;
import java.util.function.LongPredicate;

/// Finds what fits by halving: memory only grows with batch and context.
public final class Capacities {
    private static final long MOST_BATCH = 1 << 20;
    private static final long MOST_CONTEXT = 1L << 28;

    private Capacities() {}

    public static Capacity of(
            Model model, int batch, long context, Counting counting, double deviceBytes) {
        Memory memory = Memory.of(model, batch, context, counting);
        LongPredicate batches =
                b -> Memory.of(model, (int) b, context, counting).bytes() <= deviceBytes;
        LongPredicate contexts = c -> Memory.of(model, batch, c, counting).bytes() <= deviceBytes;
        long longest = model.longestContext() > 0 ? model.longestContext() : MOST_CONTEXT;
        return new Capacity(
                memory,
                deviceBytes,
                Fit.of(memory.bytes(), deviceBytes, model.caveats(counting.precision())),
                largest(batches, MOST_BATCH),
                largest(contexts, longest));
    }

    /// The largest number up to `most` that still holds, zero if none does.
    public static long largest(LongPredicate holds, long most) {
        long fits = 0;
        long beyond = most + 1;
        while (beyond - fits > 1) {
            long middle = fits + (beyond - fits) / 2;
            if (holds.test(middle)) {
                fits = middle;
            } else {
                beyond = middle;
            }
        }
        return fits;
    }
}
