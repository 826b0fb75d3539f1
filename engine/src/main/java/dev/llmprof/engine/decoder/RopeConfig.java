package dev.llmprof.engine.decoder;

import dev.llmprof.engine.weights.ConfigKeys;
import dev.llmprof.problem.Problem;

/// How positions turn into rotation frequencies, in either spelling of `config.json` (classic
/// `rope_theta` with `rope_scaling`, or `rope_parameters`).
record RopeConfig(double theta, Scaling scaling) {

    sealed interface Scaling {
        record None() implements Scaling {}

        record Linear(double factor) implements Scaling {}

        record Llama3(double factor, double low, double high, int originalPositions)
                implements Scaling {}

        record Yarn(
                double factor,
                double betaFast,
                double betaSlow,
                int originalPositions,
                double attentionFactor,
                boolean truncated)
                implements Scaling {}
    }

    static RopeConfig of(ConfigKeys keys) {
        ConfigKeys rope =
                keys.under(keys.absent("rope_parameters") ? "rope_scaling" : "rope_parameters");
        double usual = keys.text("model_type").equals("mixtral") ? 1_000_000 : 10_000;
        double theta = rope.numberOr("rope_theta", keys.numberOr("rope_theta", usual));
        String type =
                rope.absent("rope_type")
                        ? rope.absent("type") ? "default" : rope.text("type")
                        : rope.text("rope_type");
        return new RopeConfig(theta, scaling(type, rope, keys));
    }

    private static Scaling scaling(String type, ConfigKeys rope, ConfigKeys keys) {
        int usual = TypeDefaults.of(keys.text("model_type")).positions();
        int positions = keys.positiveOr("max_position_embeddings", usual);
        int original = rope.positiveOr("original_max_position_embeddings", positions);
        double factor = rope.numberOr("factor", (double) positions / original);
        return switch (type) {
            // Dynamic scaling begins beyond the positions that this engine stops at.
            case "default", "dynamic" -> new Scaling.None();
            case "linear" -> new Scaling.Linear(factor);
            case "llama3" ->
                    new Scaling.Llama3(
                            factor,
                            rope.numberOr("low_freq_factor", 1),
                            rope.numberOr("high_freq_factor", 4),
                            original);
            case "yarn" -> yarn(factor, original, rope);
            default ->
                    throw new Problem(
                                    "this engine does not know the rope type '" + type + "'",
                                    keys.file().toString(),
                                    "profile this model with `llmprof run -- python …`")
                            .found();
        };
    }

    private static Scaling yarn(double factor, int original, ConfigKeys rope) {
        double all = rope.numberOr("mscale_all_dim", 0);
        double one = rope.numberOr("mscale", 0);
        double share =
                all > 0 && one > 0
                        ? stretch(factor, one) / stretch(factor, all)
                        : stretch(factor, 1);
        return new Scaling.Yarn(
                factor,
                rope.numberOr("beta_fast", 32),
                rope.numberOr("beta_slow", 1),
                original,
                rope.numberOr("attention_factor", share),
                rope.flagOr("truncate", true));
    }

    private static double stretch(double factor, double scale) {
        return factor <= 1 ? 1 : 0.1 * scale * Math.log(factor) + 1;
    }
}
