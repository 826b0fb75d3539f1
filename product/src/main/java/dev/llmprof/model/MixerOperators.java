package dev.llmprof.model;

import dev.llmprof.model.Operator.Attention;
import dev.llmprof.model.Operator.Convolution;
import dev.llmprof.model.Operator.Elementwise;
import dev.llmprof.model.Operator.Linear;
import dev.llmprof.model.Operator.Linear.Split;
import dev.llmprof.model.Operator.Norm;
import dev.llmprof.model.Operator.Scan;
import dev.llmprof.model.Operator.Stored;
import java.util.List;

/// The operators of a mixer for some work.
final class MixerOperators {
    private MixerOperators() {}

    static void add(
            List<Operator> operators,
            Repeated<Mixer> mixer,
            long hidden,
            Work work,
            Convention convention) {
        int count = mixer.count();
        switch (mixer.value()) {
            case Mixer.Grouped grouped ->
                    addGrouped(operators, count, grouped, hidden, work, convention);
            case Mixer.Latent latent ->
                    LatentOperators.add(operators, count, latent, hidden, work, convention);
            case Mixer.StateSpace space -> addStateSpace(operators, count, space, hidden, work);
        }
    }

    private static void addGrouped(
            List<Operator> operators,
            int count,
            Mixer.Grouped grouped,
            long hidden,
            Work work,
            Convention convention) {
        double tokens = work.tokens();
        long width = grouped.heads() * grouped.headWidth();
        long kept = grouped.keyValueHeads() * grouped.headWidth();
        boolean bias = grouped.inputBias();
        operators.add(new Linear("q_proj", count, tokens, hidden, width, bias, Split.OUT));
        operators.add(new Linear("k_proj", count, tokens, hidden, kept, bias, Split.OUT));
        operators.add(new Linear("v_proj", count, tokens, hidden, kept, bias, Split.OUT));
        addHeadNorms(operators, count, grouped, tokens);
        operators.add(
                new Elementwise(
                        "rotary", count, tokens * (width + kept), Elementwise.Arithmetic.ROTARY));
        operators.add(
                attention(
                        count,
                        work,
                        convention,
                        grouped.window(),
                        grouped.heads(),
                        grouped.headWidth(),
                        grouped.headWidth(),
                        grouped.keyValueHeads(),
                        grouped.cachedPerToken()));
        if (grouped.sinks()) {
            operators.add(new Stored("sinks", count, grouped.heads()));
        }
        operators.add(
                new Linear("o_proj", count, tokens, width, hidden, grouped.outputBias(), Split.IN));
    }

    private static void addHeadNorms(
            List<Operator> operators, int count, Mixer.Grouped grouped, double tokens) {
        long heads = grouped.heads();
        long keys = grouped.keyValueHeads();
        long width = grouped.headWidth();
        switch (grouped.headNorm()) {
            case NONE -> {}
            case HEAD -> addNorms(operators, count, tokens, heads, keys, width, Norm.Kind.RMS);
            case HEAD_WITH_BIAS ->
                    addNorms(operators, count, tokens, heads, keys, width, Norm.Kind.LAYER);
            case HEAD_WITHOUT_WEIGHT ->
                    addNorms(
                            operators,
                            count,
                            tokens,
                            heads,
                            keys,
                            width,
                            Norm.Kind.RMS_WITHOUT_WEIGHT);
            case ALL -> {
                operators.add(new Norm("q_norm", count, tokens, heads * width, Norm.Kind.RMS));
                operators.add(new Norm("k_norm", count, tokens, keys * width, Norm.Kind.RMS));
            }
        }
    }

    private static void addNorms(
            List<Operator> operators,
            int count,
            double tokens,
            long heads,
            long keys,
            long width,
            Norm.Kind kind) {
        operators.add(new Norm("q_norm", count, tokens * heads, width, kind));
        operators.add(new Norm("k_norm", count, tokens * keys, width, kind));
    }

    static Attention attention(
            int count,
            Work work,
            Convention convention,
            long window,
            long heads,
            long scoreWidth,
            long valueWidth,
            long keyValueHeads,
            long cachedPerToken) {
        double square = work.squareScores(Mixer.UNLIMITED);
        double scores =
                convention.mask() == Convention.Mask.CAUSAL ? work.causalScores(window) : square;
        return new Attention(
                "attention",
                count,
                work.batch(),
                work.positions(),
                scores,
                square,
                work.contextsRead(window),
                heads,
                scoreWidth,
                valueWidth,
                keyValueHeads,
                cachedPerToken);
    }

    private static void addStateSpace(
            List<Operator> operators, int count, Mixer.StateSpace space, long hidden, Work work) {
        double tokens = work.tokens();
        long inner = space.inner();
        long small = space.stepRank() + 2 * space.state();
        boolean bias = space.projectionBias();
        operators.add(
                new Linear("mamba.in_proj", count, tokens, hidden, 2 * inner, bias, Split.OUT));
        operators.add(
                new Convolution(
                        "mamba.conv1d",
                        count,
                        tokens,
                        tokens,
                        inner,
                        inner,
                        space.kernel(),
                        inner,
                        space.kernelBias()));
        operators.add(new Linear("mamba.x_proj", count, tokens, inner, small, false, Split.IN));
        operators.add(
                new Linear(
                        "mamba.dt_proj", count, tokens, space.stepRank(), inner, true, Split.OUT));
        operators.add(new Norm("mamba.norms", count, tokens, small, Norm.Kind.RMS));
        long own = inner * space.state() + inner;
        operators.add(
                new Scan(
                        "mamba.scan",
                        count,
                        tokens,
                        inner,
                        space.state(),
                        own,
                        work.batch() * space.stateElements()));
        operators.add(new Linear("mamba.out_proj", count, tokens, inner, hidden, bias, Split.IN));
    }
}
