package dev.llmprof.engine.decoder;

import static org.bytedeco.pytorch.global.torch.ScalarType;

import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;

/// Copies small results from a tensor, wherever it lives, into Java arrays.
public final class Host {
    private Host() {}

    public static float[] floats(Tensor tensor) {
        try (var _ = new PointerScope()) {
            FloatBuffer buffer = tensor.cpu().to(ScalarType.Float).contiguous().createBuffer();
            float[] values = new float[buffer.remaining()];
            buffer.get(values);
            return values;
        }
    }

    static long[] longs(Tensor tensor) {
        try (var _ = new PointerScope()) {
            LongBuffer buffer = tensor.cpu().to(ScalarType.Long).contiguous().createBuffer();
            long[] values = new long[buffer.remaining()];
            buffer.get(values);
            return values;
        }
    }
}
