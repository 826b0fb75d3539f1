package dev.llmprof.model.operators;

import dev.llmprof.model.shape.Convention;
import dev.llmprof.model.shape.Mixer;
import dev.llmprof.model.shape.Operator;
import dev.llmprof.model.shape.Operator.Attention;
import dev.llmprof.model.shape.Operator.Elementwise;
import dev.llmprof.model.shape.Operator.Linear;
import dev.llmprof.model.shape.Operator.Linear.Split;
import dev.llmprof.model.shape.Operator.Norm;
import dev.llmprof.model.shape.Operator.Stored;
import dev.llmprof.model.shape.Repeated;
import dev.llmprof.model.shape.Work;
import java.util.List;
import java.util.Optional;

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
            case Mixer.Recurrent recurrent ->
                    RecurrentOperators.add(operators, count, recurrent, work);
            case Mixer.Joined joined ->
                    joined.parts()
                            .forEach(part ->
                                    add(
                                            operators,
                                            new Repeated<>(count, part),
                                            hidden,
                                            work,
                                            convention));
            case Mixer.Cross cross -> CrossOperators.add(operators, count, cross, hidden, work);
            case Mixer.None() -> {}
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
        addProjections(operators, count, grouped, hidden, tokens);
        addHeadNorms(operators, count, grouped, tokens);
        operators.add(
                new Elementwise(
                        "rotary",
                        count,
                        tokens * (width + keyWidth(grouped)),
                        Elementwise.Arithmetic.ROTARY));
        operators.add(attention(count, grouped, work, convention));
        if (grouped.sinks()) {
            operators.add(new Stored("sinks", count, grouped.heads()));
        }
        operators.add(
                new Linear(
                        "o_proj",
                        count,
                        tokens,
                        grouped.heads() * grouped.valueWidth(),
                        hidden,
                        grouped.outputBias(),
                        Split.IN));
    }

    private static Operator attention(
            int count, Mixer.Grouped grouped, Work work, Convention convention) {
        var heads =
                new Attention.Heads(
                        grouped.heads(),
                        grouped.headWidth(),
                        grouped.valueWidth(),
                        grouped.keyValueHeads());
        var cache =
                new Attention.Cache(
                        grouped.keyValueHeads() * heads.widths(), grouped.cachedPerToken() > 0);
        return attention(count, work, convention, grouped.window(), heads, cache);
    }

    private static void addProjections(
            List<Operator> operators,
            int count,
            Mixer.Grouped grouped,
            long hidden,
            double tokens) {
        long width = grouped.heads() * grouped.headWidth();
        long values = grouped.keyValueHeads() * grouped.valueWidth();
        boolean bias = grouped.inputBias();
        operators.add(new Linear("q_proj", count, tokens, hidden, width, bias, Split.OUT));
        if (grouped.gate() > 0) {
            long gate = grouped.gate();
            boolean own = bias && grouped.gateBias();
            operators.add(new Linear("gate", count, tokens, hidden, gate, own, Split.OUT));
        }
        if (grouped.keyValues() != Mixer.Grouped.KeyValues.BORROWED) {
            long keys = keyWidth(grouped);
            operators.add(new Linear("k_proj", count, tokens, hidden, keys, bias, Split.OUT));
        }
        if (grouped.keyValues() == Mixer.Grouped.KeyValues.OWN) {
            operators.add(new Linear("v_proj", count, tokens, hidden, values, bias, Split.OUT));
        }
    }

    private static long keyWidth(Mixer.Grouped grouped) {
        return grouped.keyValues() == Mixer.Grouped.KeyValues.BORROWED
                ? 0
                : grouped.keyValueHeads() * grouped.headWidth();
    }

    private static void addHeadNorms(
            List<Operator> operators, int count, Mixer.Grouped grouped, double tokens) {
        boolean own = grouped.keyValues() != Mixer.Grouped.KeyValues.BORROWED;
        long keys = own ? grouped.keyValueHeads() : 0;
        long width = grouped.headWidth();
        Optional<Norm.Kind> each =
                switch (grouped.headNorm()) {
                    case NONE, ALL -> Optional.empty();
                    case HEAD -> Optional.of(Norm.Kind.RMS);
                    case HEAD_WITH_BIAS -> Optional.of(Norm.Kind.LAYER);
                    case HEAD_WITHOUT_WEIGHT -> Optional.of(Norm.Kind.RMS_WITHOUT_WEIGHT);
                };
        each.ifPresent(kind -> {
            operators.add(new Norm("q_norm", count, tokens * grouped.heads(), width, kind));
            if (keys > 0) {
                operators.add(new Norm("k_norm", count, tokens * keys, width, kind));
            }
        });
        if (grouped.headNorm() == Mixer.Grouped.HeadNorm.ALL) {
            long all = grouped.heads() * width;
            operators.add(new Norm("q_norm", count, tokens, all, Norm.Kind.RMS));
            operators.add(new Norm("k_norm", count, tokens, keys * width, Norm.Kind.RMS));
        }
    }

    static Attention attention(
            int count,
            Work work,
            Convention convention,
            long window,
            Attention.Heads heads,
            Attention.Cache cache) {
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
                cache);
    }
}
