package dev.llmprof.model.operators;

import dev.llmprof.model.shape.Convention;
import dev.llmprof.model.shape.Mixer;
import dev.llmprof.model.shape.Operator;
import dev.llmprof.model.shape.Operator.Attention;
import dev.llmprof.model.shape.Operator.Elementwise;
import dev.llmprof.model.shape.Operator.Linear;
import dev.llmprof.model.shape.Operator.Linear.Split;
import dev.llmprof.model.shape.Operator.Norm;
import dev.llmprof.model.shape.Work;
import java.util.List;

/// The operators of multi-head latent attention for some work.
final class LatentOperators {
    private LatentOperators() {}

    static void add(
            List<Operator> operators,
            int count,
            Mixer.Latent latent,
            long hidden,
            Work work,
            Convention convention) {
        double tokens = work.tokens();
        long heads = latent.heads();
        boolean bias = latent.bias();
        long kept = latent.latentPerToken();
        addQueries(operators, count, latent, hidden, tokens);
        operators.add(new Linear("kv_a_proj", count, tokens, hidden, kept, bias, Split.WHOLE));
        operators.add(new Norm("kv_a_norm", count, tokens, latent.latent(), Norm.Kind.RMS));
        operators.add(
                new Elementwise(
                        "rotary",
                        count,
                        tokens * (heads + 1) * latent.rotaryWidth(),
                        Elementwise.Arithmetic.ROTARY));
        if (latent.indexHeads() > 0) {
            addIndexer(operators, count, latent, hidden, work, convention);
        }
        addLatentCore(operators, count, latent, work, convention);
        operators.add(
                new Linear(
                        "o_proj",
                        count,
                        tokens,
                        heads * latent.valueWidth(),
                        hidden,
                        bias,
                        Split.IN));
    }

    private static void addQueries(
            List<Operator> operators, int count, Mixer.Latent latent, long hidden, double tokens) {
        boolean bias = latent.bias();
        long queries = latent.heads() * latent.scoreWidth();
        if (latent.queryRank() > 0) {
            long rank = latent.queryRank();
            operators.add(new Linear("q_a_proj", count, tokens, hidden, rank, bias, Split.WHOLE));
            operators.add(new Norm("q_a_norm", count, tokens, rank, Norm.Kind.RMS));
            operators.add(new Linear("q_b_proj", count, tokens, rank, queries, false, Split.OUT));
        } else {
            operators.add(new Linear("q_proj", count, tokens, hidden, queries, false, Split.OUT));
        }
    }

    /// Scores of every position by a few narrow heads, weighed and summed over the heads; the best
    /// positions are attended to.
    private static void addIndexer(
            List<Operator> operators,
            int count,
            Mixer.Latent latent,
            long hidden,
            Work work,
            Convention convention) {
        double tokens = work.tokens();
        long heads = latent.indexHeads();
        long width = latent.indexWidth();
        long rank = latent.queryRank();
        operators.add(
                new Linear("indexer.wq_b", count, tokens, rank, heads * width, false, Split.WHOLE));
        operators.add(new Linear("indexer.wk", count, tokens, hidden, width, false, Split.WHOLE));
        operators.add(new Norm("indexer.k_norm", count, tokens, width, Norm.Kind.LAYER));
        operators.add(
                new Linear(
                        "indexer.weights_proj", count, tokens, hidden, heads, false, Split.WHOLE));
        Attention scores =
                MixerOperators.attention(
                        count,
                        work,
                        convention,
                        Mixer.UNLIMITED,
                        new Attention.Heads(heads, width, 1, 0),
                        new Attention.Cache(width, true));
        operators.add(scores.named("indexer.scores"));
    }

    /// Many new positions expand the latents to keys and values; a single one moves the expansion
    /// into its query and output, which costs more FLOPs and far fewer bytes.
    private static void addLatentCore(
            List<Operator> operators,
            int count,
            Mixer.Latent latent,
            Work work,
            Convention convention) {
        long heads = latent.heads();
        long rank = latent.latent();
        if (work.isPrefill()) {
            double expanded = work.batch() * work.contextsRead(Mixer.UNLIMITED);
            long out = heads * (latent.plainWidth() + latent.valueWidth());
            operators.add(new Linear("kv_b_proj", count, expanded, rank, out, false, Split.OUT));
            operators.add(
                    latentAttention(
                            count,
                            work,
                            convention,
                            latent,
                            latent.scoreWidth(),
                            latent.valueWidth()));
        } else {
            addAbsorbed(operators, count, latent, work, convention);
        }
    }

    private static void addAbsorbed(
            List<Operator> operators,
            int count,
            Mixer.Latent latent,
            Work work,
            Convention convention) {
        long heads = latent.heads();
        long rank = latent.latent();
        operators.add(
                new Linear(
                        "kv_b_proj.query",
                        count,
                        work.tokens(),
                        heads,
                        latent.plainWidth(),
                        rank,
                        false,
                        Split.OUT));
        operators.add(
                latentAttention(
                        count, work, convention, latent, rank + latent.rotaryWidth(), rank));
        operators.add(
                new Linear(
                        "kv_b_proj.value",
                        count,
                        work.tokens(),
                        heads,
                        rank,
                        latent.valueWidth(),
                        false,
                        Split.OUT));
    }

    private static Attention latentAttention(
            int count,
            Work work,
            Convention convention,
            Mixer.Latent latent,
            long scoreWidth,
            long valueWidth) {
        return MixerOperators.attention(
                count,
                work,
                convention,
                latent.indexed(),
                new Attention.Heads(latent.heads(), scoreWidth, valueWidth, 0),
                new Attention.Cache(latent.latentPerToken(), true));
    }
}
