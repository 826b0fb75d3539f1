package dev.llmprof.engine.decoder;

import static org.bytedeco.pytorch.global.torch.argmax;
import static org.bytedeco.pytorch.global.torch.softmax;

import java.util.List;
import java.util.random.RandomGenerator;
import org.bytedeco.pytorch.AbstractTensor;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// Chooses the next token: greedy, or by chance at a temperature, never repeating a banned n-gram.
public final class Sampler {
    private final Decoding decoding;
    private final RandomGenerator random;

    /// How tokens are chosen; `noRepeatNgram` 0 bans nothing.
    public record Decoding(boolean sampled, double temperature, int noRepeatNgram, long seed) {
        public static final Decoding GREEDY = new Decoding(false, 0, 0, 0);
    }

    public Sampler(Decoding decoding) {
        this.decoding = decoding;
        this.random = new java.util.SplittableRandom(decoding.seed());
    }

    public long next(Tensor logits, List<Long> tokens) {
        long[] banned = Ngrams.banned(tokens, decoding.noRepeatNgram());
        if (banned.length > 0) {
            Tensor ids = AbstractTensor.create(banned).to(logits.device(), ScalarType.Long);
            logits.index_fill_(0, ids, new Scalar(Float.NEGATIVE_INFINITY));
        }
        return decoding.sampled() ? drawn(logits) : argmax(logits).item_long();
    }

    private long drawn(Tensor logits) {
        float[] shares = Host.floats(softmax(logits.div(new Scalar(decoding.temperature())), -1));
        double left = random.nextDouble();
        int last = 0;
        for (int id = 0; id < shares.length; id++) {
            if (shares[id] > 0) {
                left -= shares[id];
                last = id;
                if (left < 0) {
                    return id;
                }
            }
        }
        return last;
    }
}
