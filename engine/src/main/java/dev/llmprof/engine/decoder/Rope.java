package dev.llmprof.engine.decoder;

import static org.bytedeco.pytorch.global.torch.pow;

import dev.llmprof.engine.weights.Precision;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.AbstractTensor;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;

/// Rotary positions in the halves layout (pairs i, i + size/2); tables grow with the sequence. The
/// first half of the sines is negative, so that turning is rolling by half.
final class Rope {
    private final float[] frequencies;
    private final double attentionFactor;
    private final Precision precision;
    private final Device device;
    private int length;
    private Tensor cosines;
    private Tensor sines;

    Rope(RopeConfig config, int headSize, Precision precision, Device device) {
        this.frequencies = frequencies(config, headSize);
        this.attentionFactor =
                config.scaling() instanceof RopeConfig.Scaling.Yarn yarn
                        ? yarn.attentionFactor()
                        : 1;
        this.precision = precision;
        this.device = device;
        this.length = 0;
        this.cosines = AbstractTensor.create(new float[0]);
        this.sines = AbstractTensor.create(new float[0]);
    }

    /// Makes the tables long enough. To be called outside any scope that frees tensors.
    void reach(int positions) {
        if (positions <= length) {
            return;
        }
        length = Math.max(positions, 2 * length);
        int size = frequencies.length;
        float[] angles = new float[Math.multiplyExact(length, 2 * size)];
        for (int position = 0; position < length; position++) {
            for (int i = 0; i < size; i++) {
                angles[position * 2 * size + i] = position * frequencies[i];
                angles[position * 2 * size + size + i] = position * frequencies[i];
            }
        }
        Tensor all = AbstractTensor.create(angles, length, 2L * size);
        cosines.close();
        sines.close();
        cosines = finished(all.cos());
        Tensor turning = all.sin();
        turning.narrow(1, 0, size).neg_();
        sines = finished(turning);
        all.close();
    }

    Tensor cosines(long from, long count) {
        return cosines.narrow(0, from, count);
    }

    Tensor sines(long from, long count) {
        return sines.narrow(0, from, count);
    }

    static Tensor rotate(Tensor x, Tensor cosines, Tensor sines) {
        Tensor turned = x.roll(new long[] {x.size(-1) / 2}, -1);
        return x.mul(cosines).add_(turned.mul_(sines));
    }

    private Tensor finished(Tensor table) {
        Tensor scaled = attentionFactor == 1 ? table : table.mul(new Scalar(attentionFactor));
        return scaled.to(device, precision.scalarType());
    }

    /// In libtorch's own float32, since positions in the thousands multiply its last bit.
    private static float[] frequencies(RopeConfig config, int headSize) {
        float[] plain;
        try (var _ = new PointerScope()) {
            float[] exponents = new float[headSize / 2];
            for (int i = 0; i < exponents.length; i++) {
                exponents[i] = 2f * i / headSize;
            }
            Tensor powers =
                    pow(new Scalar((float) config.theta()), AbstractTensor.create(exponents));
            plain = Host.floats(powers.reciprocal());
        }
        return switch (config.scaling()) {
            case RopeConfig.Scaling.None() -> plain;
            case RopeConfig.Scaling.Linear(double factor) -> divided(plain, factor);
            case RopeConfig.Scaling.Llama3 llama -> RopeScaling.llama3(plain, llama);
            case RopeConfig.Scaling.Yarn yarn ->
                    RopeScaling.yarn(plain, yarn, config.theta(), headSize);
        };
    }

    private static float[] divided(float[] frequencies, double factor) {
        float[] result = frequencies.clone();
        for (int i = 0; i < result.length; i++) {
            result[i] = (float) (result[i] / factor);
        }
        return result;
    }
}
