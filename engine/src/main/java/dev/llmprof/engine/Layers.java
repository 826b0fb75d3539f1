package dev.llmprof.engine;

import static org.bytedeco.pytorch.global.torch.layer_norm;
import static org.bytedeco.pytorch.global.torch.linear;
import static org.bytedeco.pytorch.global.torch.rsqrt;

import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// The layers every part of a model is made of, each holding its tensors.
final class Layers {
    private Layers() {}

    /// A matrix, and a bias where the checkpoint has one.
    record Linear(Tensor weight, TensorOptional bias, boolean plain) {
        static Linear of(Weights weights, String name) {
            boolean biased = weights.has(name + ".bias");
            boolean onCpu = !weights.device().is_cuda();
            return new Linear(
                    weights.get(name + ".weight"),
                    weights.optional(name + ".bias")
                            .map(TensorOptional::new)
                            .orElseGet(TensorOptional::new),
                    onCpu && !biased && weights.precision() == Precision.FP32);
        }

        /// One row goes through the matrix-vector product: OpenBLAS copies the whole matrix before
        /// a matrix product, even for a single row.
        Tensor apply(Tensor x) {
            if (!plain || x.numel() != weight.size(1)) {
                return linear(x, weight, bias);
            }
            Tensor row = weight.mv(x.view(-1));
            long[] shape = x.shape();
            shape[shape.length - 1] = weight.size(0);
            return row.view(shape);
        }
    }

    /// Root-mean-square norm: float32 inside, cast back, then times the weight.
    record RmsNorm(Tensor weight, Scalar epsilon) {
        static RmsNorm of(Weights weights, String name, double epsilon) {
            return new RmsNorm(weights.get(name + ".weight"), new Scalar(epsilon));
        }

        Tensor apply(Tensor x) {
            ScalarType type = weight.scalar_type();
            Tensor wide = type == ScalarType.Float ? x : x.to(ScalarType.Float);
            Tensor mean = wide.mul(wide).mean(new long[] {-1}, true, new ScalarTypeOptional());
            Tensor normal = wide.mul(rsqrt(mean.add_(epsilon)));
            return (type == ScalarType.Float ? normal : normal.to(type)).mul(weight);
        }
    }

    /// Layer norm over the last dimension.
    record LayerNorm(TensorOptional weight, TensorOptional bias, long size, double epsilon) {
        static LayerNorm of(Weights weights, String name, double epsilon) {
            Tensor weight = weights.get(name + ".weight");
            return new LayerNorm(
                    new TensorOptional(weight),
                    new TensorOptional(weights.get(name + ".bias")),
                    weight.size(0),
                    epsilon);
        }

        Tensor apply(Tensor x) {
            return layer_norm(x, new long[] {size}, weight, bias, epsilon, true);
        }
    }
}
