package dev.llmprof.model.cost;

import dev.llmprof.model.shape.Convention;
import dev.llmprof.model.shape.Decoder;
import dev.llmprof.model.shape.FeedForward;
import dev.llmprof.model.shape.Format;
import dev.llmprof.model.shape.Parallel;
import dev.llmprof.model.shape.Repeated;
import dev.llmprof.model.shape.Work;

/// What GPUs that share a model send each other: bytes that leave one GPU in some decoder work, as
/// ring collectives move them.
public final class Communication {
    private Communication() {}

    public static double bytes(Decoder decoder, Work work, Counting counting) {
        Parallel parallel = counting.parallel();
        Format format = counting.precision().activation();
        double stream = format.bytes(work.tokens() * decoder.hidden());
        double rows =
                counting.convention().logits() == Convention.Logits.ALL
                        ? work.tokens()
                        : (double) work.batch() * work.passes();
        double logits = format.bytes(rows * decoder.head().rows());
        double around = ringShare(parallel.tensor());
        // Two all-reduces a layer, each twice the ring's share; one gathering of the logits.
        double tensor = 2.0 * decoder.layers() * 2 * stream * around + logits * around;
        double pipeline = (parallel.pipeline() - 1) * stream;
        return tensor + pipeline + expertBytes(decoder, stream, parallel);
    }

    private static double expertBytes(Decoder decoder, double stream, Parallel parallel) {
        double sum = 0;
        for (Repeated<FeedForward> feedForward : decoder.feedForwards()) {
            if (feedForward.value() instanceof FeedForward.Mixture mixture) {
                double copies = 2.0 * mixture.active() / parallel.expert();
                sum += feedForward.count() * copies * stream * ringShare(parallel.expert());
            }
        }
        return sum;
    }

    private static double ringShare(int ranks) {
        return (ranks - 1.0) / ranks;
    }
}
