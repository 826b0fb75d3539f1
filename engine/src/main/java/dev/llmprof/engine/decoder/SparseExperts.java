package dev.llmprof.engine.decoder;

import static org.bytedeco.pytorch.global.torch.linear;
import static org.bytedeco.pytorch.global.torch.softmax;
import static org.bytedeco.pytorch.global.torch.topk;
import static org.bytedeco.pytorch.global.torch.zeros_like;

import dev.llmprof.engine.weights.Weights;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.AbstractTensor;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.T_TensorTensor_T;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// A mixture of experts: the router gives each token its best few, a shared expert sees all.
record SparseExperts(
        DecoderConfig.Experts settings, Tensor router, List<Gated> experts, Optional<Gated> shared)
        implements FeedForward {

    SparseExperts {
        experts = List.copyOf(experts);
    }

    static SparseExperts of(Weights weights, DecoderConfig config, int layer) {
        DecoderConfig.Experts settings = config.experts().orElseThrow();
        String layerName = "model.layers." + layer + ".";
        boolean mixtral = config.type().equals("mixtral");
        String name = layerName + (mixtral ? "block_sparse_moe." : "mlp.");
        List<Gated> experts = new ArrayList<>();
        for (int i = 0; i < settings.count(); i++) {
            String expert = name + "experts." + i + ".";
            experts.add(
                    mixtral
                            ? Gated.of(weights, expert + "w1", expert + "w3", expert + "w2")
                            : gated(weights, expert));
        }
        return new SparseExperts(
                settings,
                weights.get(name + "gate.weight").to(ScalarType.Float),
                experts,
                weights.has(name + "shared_experts.gate_proj.weight")
                        ? Optional.of(gated(weights, name + "shared_experts."))
                        : Optional.empty());
    }

    private static Gated gated(Weights weights, String name) {
        return Gated.of(weights, name + "gate_proj", name + "up_proj", name + "down_proj");
    }

    @Override
    public Tensor apply(Tensor x) {
        Tensor tokens = x.view(-1, x.size(-1));
        T_TensorTensor_T best = topk(scores(tokens), settings.chosen(), -1, true, true);
        Tensor mixed =
                mix(tokens, shares(best.get0()), Host.longs(best.get1())).to(x.scalar_type());
        Tensor all = shared.isPresent() ? mixed.add_(shared.get().apply(tokens)) : mixed;
        return all.view(x.shape());
    }

    private Tensor scores(Tensor tokens) {
        Tensor wide = tokens.to(ScalarType.Float);
        return softmax(linear(wide, router), -1, new ScalarTypeOptional(ScalarType.Float));
    }

    private Tensor shares(Tensor best) {
        Tensor shares =
                settings.renormalised()
                        ? best.div(best.sum(new long[] {-1}, true, new ScalarTypeOptional()))
                        : best;
        return settings.scaling() == 1 ? shares : shares.mul(new Scalar(settings.scaling()));
    }

    /// Each expert sees its tokens together; the sum is kept in float32.
    private Tensor mix(Tensor tokens, Tensor shares, long[] chosen) {
        Tensor sum = zeros_like(tokens.to(ScalarType.Float));
        Tensor flat = shares.reshape(-1, 1);
        for (int expert = 0; expert < experts.size(); expert++) {
            long[] places = places(chosen, expert);
            if (places.length == 0) {
                continue;
            }
            Tensor slots = indices(places, tokens);
            Tensor rows = indices(divided(places, settings.chosen()), tokens);
            Tensor out = experts.get(expert).apply(tokens.index_select(0, rows));
            sum.index_add_(0, rows, out.mul(flat.index_select(0, slots)));
        }
        return sum;
    }

    private static Tensor indices(long[] values, Tensor beside) {
        return AbstractTensor.create(values).to(beside.device(), ScalarType.Long);
    }

    private static long[] divided(long[] values, int by) {
        return Arrays.stream(values).map(value -> value / by).toArray();
    }

    private static long[] places(long[] chosen, int expert) {
        int count = 0;
        long[] places = new long[chosen.length];
        for (int i = 0; i < chosen.length; i++) {
            if (chosen[i] == expert) {
                places[count++] = i;
            }
        }
        return Arrays.copyOf(places, count);
    }
}
