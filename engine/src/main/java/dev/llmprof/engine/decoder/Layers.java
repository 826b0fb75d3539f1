package dev.llmprof.engine.decoder;

import static org.bytedeco.pytorch.global.torch.addmv;
import static org.bytedeco.pytorch.global.torch.layer_norm;
import static org.bytedeco.pytorch.global.torch.linear;
import static org.bytedeco.pytorch.global.torch.rms_norm;
import static org.bytedeco.pytorch.global.torch.rsqrt;

import dev.llmprof.engine.weights.Weights;
import java.util.Optional;
import org.bytedeco.pytorch.DoubleOptional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// The layers every part of a model is made of, each holding its tensors.
public final class Layers {
    private Layers() {}

    /// A matrix, and a bias where the checkpoint has one. `byRow`: one row at a time goes through
    /// the matrix-vector product, since OpenBLAS copies the whole matrix before a matrix product.
    public record Linear(
            Tensor weight, Optional<Tensor> bias, TensorOptional given, boolean byRow) {
        public static Linear of(Weights weights, String name) {
            Optional<Tensor> bias = weights.optional(name + ".bias");
            return new Linear(
                    weights.get(name + ".weight"),
                    bias,
                    bias.map(TensorOptional::new).orElseGet(TensorOptional::new),
                    weights.byRow());
        }

        public Tensor apply(Tensor x) {
            if (!byRow || x.numel() != weight.size(1)) {
                return linear(x, weight, given);
            }
            if (x.dim() == 1) {
                return row(x);
            }
            long[] shape = x.shape();
            shape[shape.length - 1] = weight.size(0);
            return row(x.view(-1)).view(shape);
        }

        private Tensor row(Tensor x) {
            return bias.isPresent() ? addmv(bias.get(), weight, x) : weight.mv(x);
        }
    }

    /// Root-mean-square norm: float32 inside, cast back, then times the weight.
    record RmsNorm(Tensor weight, TensorOptional given, double epsilon) {
        static RmsNorm of(Weights weights, String name, double epsilon) {
            Tensor weight = weights.get(name + ".weight");
            return new RmsNorm(weight, new TensorOptional(weight), epsilon);
        }

        Tensor apply(Tensor x) {
            ScalarType type = weight.scalar_type();
            if (type == ScalarType.Float) {
                return rms_norm(x, new long[] {weight.size(0)}, given, new DoubleOptional(epsilon));
            }
            // libtorch's own multiplies before it casts, unlike the models as they were trained.
            Tensor wide = x.to(ScalarType.Float);
            Tensor mean = wide.mul(wide).mean(new long[] {-1}, true, new ScalarTypeOptional());
            return wide.mul(rsqrt(mean.add_(new Scalar(epsilon)))).to(type).mul(weight);
        }
    }

    /// Layer norm over the last dimension.
    public record LayerNorm(TensorOptional weight, TensorOptional bias, long size, double epsilon) {
        public static LayerNorm of(Weights weights, String name, double epsilon) {
            Tensor weight = weights.get(name + ".weight");
            return new LayerNorm(
                    new TensorOptional(weight),
                    new TensorOptional(weights.get(name + ".bias")),
                    weight.size(0),
                    epsilon);
        }

        public Tensor apply(Tensor x) {
            return layer_norm(x, new long[] {size}, weight, bias, epsilon, true);
        }
    }
}
