package dev.llmprof.engine;

import static org.bytedeco.pytorch.global.torch.matmul;
import static org.bytedeco.pytorch.global.torch.ones;

import java.util.function.Supplier;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.DimnameListOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;

/// What this CPU does at its best with the same library and threads as the model: one large matrix
/// product, one long read. Bounds are held against it.
record HostPeak(double flopsPerSecond, double bytesPerSecond) {
    private static final long SIDE = 768;
    private static final long READ_FLOATS = 16L << 20;
    private static final int ROUNDS = 5;

    static HostPeak measured(Precision precision) {
        try (var _ = new PointerScope()) {
            var options = new TensorOptions(precision.scalarType());
            Tensor square = filled(options, SIDE, SIDE);
            Tensor line = filled(new TensorOptions(Precision.FP32.scalarType()), READ_FLOATS);
            double product = fastestNanos(() -> matmul(square, square));
            double read = fastestNanos(line::sum);
            return new HostPeak(
                    2.0 * SIDE * SIDE * SIDE * 1e9 / product,
                    (double) READ_FLOATS * Float.BYTES * 1e9 / read);
        }
    }

    private static Tensor filled(TensorOptions options, long... shape) {
        return ones(shape, new DimnameListOptional(), options);
    }

    private static double fastestNanos(Supplier<Tensor> work) {
        long fastest = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            try (var _ = new PointerScope()) {
                long start = System.nanoTime();
                Tensor result = work.get();
                fastest = Math.min(fastest, System.nanoTime() - start);
                result.close();
            }
        }
        return Math.max(fastest, 1);
    }
}
