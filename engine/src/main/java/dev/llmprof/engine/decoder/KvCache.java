package dev.llmprof.engine.decoder;

import static org.bytedeco.pytorch.global.torch.empty;

import dev.llmprof.engine.weights.Weights;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.DimnameListOptional;
import org.bytedeco.pytorch.MemoryFormatOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;

/// Keys and values of the tokens seen so far, one pair of tensors a layer, doubled when full.
public final class KvCache implements AutoCloseable {
    private final int heads;
    private final int headSize;
    private final TensorOptions options;
    private final List<Tensor> keys = new ArrayList<>();
    private final List<Tensor> values = new ArrayList<>();
    private int capacity;
    private int length;

    KvCache(DecoderConfig config, Weights weights, int capacity) {
        this.heads = config.heads().keyValues();
        this.headSize = config.heads().size();
        this.capacity = capacity;
        this.options =
                new TensorOptions(weights.precision().scalarType())
                        .device(new org.bytedeco.pytorch.DeviceOptional(weights.device()));
        for (int layer = 0; layer < config.layers(); layer++) {
            keys.add(room());
            values.add(room());
        }
    }

    int length() {
        return length;
    }

    /// Makes room for more tokens. To be called outside any scope that frees tensors.
    void reserve(int more) {
        if (length + more <= capacity) {
            return;
        }
        capacity = Math.max(length + more, 2 * capacity);
        keys.replaceAll(this::grown);
        values.replaceAll(this::grown);
    }

    /// Stores the keys of new tokens and gives all of that layer, `[1, heads, tokens, size]`.
    Tensor addKeys(int layer, Tensor fresh) {
        return add(keys.get(layer), fresh);
    }

    Tensor addValues(int layer, Tensor fresh) {
        return add(values.get(layer), fresh);
    }

    void advance(int tokens) {
        length += tokens;
    }

    @Override
    public void close() {
        keys.forEach(Tensor::close);
        values.forEach(Tensor::close);
    }

    private Tensor add(Tensor cache, Tensor fresh) {
        long count = fresh.size(2);
        cache.narrow(2, length, count).copy_(fresh);
        return cache.narrow(2, 0, length + count);
    }

    private Tensor room() {
        return empty(
                new long[] {1, heads, capacity, headSize},
                new DimnameListOptional(),
                options,
                new MemoryFormatOptional());
    }

    private Tensor grown(Tensor old) {
        Tensor larger = room();
        larger.narrow(2, 0, length).copy_(old.narrow(2, 0, length));
        old.close();
        return larger;
    }
}
