package dev.llmprof.engine;

import dev.llmprof.engine.vision.Views;
import dev.llmprof.engine.weights.ConfigKeys;
import dev.llmprof.engine.weights.Json;
import dev.llmprof.engine.weights.Precision;
import dev.llmprof.problem.Problem;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// What the engine is told, all of it, in one `settings.json`. It knows no configuration tree.
record Settings(
        String device,
        ModelChoice model,
        Dataset.Choice dataset,
        Inference inference,
        Warmup warmup,
        Optional<Profiler> profiler,
        Optional<Predictions> predictions,
        Optional<Visualisation> visualisation,
        Path results) {

    /// A folder, or a tiny model made from a seed.
    record ModelChoice(
            String name,
            Optional<Path> path,
            Precision precision,
            long seed,
            Views.Preprocess preprocess) {}

    record Inference(
            String prompt,
            int newTokens,
            double temperature,
            boolean sampled,
            int noRepeatNgram,
            long seed) {}

    /// Runs before anything is measured; on a grey page, or on the first item.
    record Warmup(int rounds, boolean synthetic) {}

    record Profiler(
            Path trace, List<String> activities, boolean shapes, boolean memory, boolean stacks) {
        Profiler {
            activities = List.copyOf(activities);
        }
    }

    record Predictions(Path directory, boolean withoutSpecialTokens) {}

    record Visualisation(Path directory, OptionalInt imagesAtMost, int thumbnailWidth) {}

    static Settings read(Path file) {
        var keys = new ConfigKeys(Json.read(file), file);
        return new Settings(
                keys.text("device"),
                model(keys.under("model")),
                dataset(keys.under("dataset")),
                inference(keys.under("infer")),
                new Warmup(
                        keys.under("warmup").integerOr("rounds", 0),
                        keys.under("warmup").flagOr("synthetic", true)),
                keys.optional("profiler").map(Settings::profiler),
                keys.optional("prediction").map(Settings::predictions),
                keys.optional("visualization").map(Settings::visualisation),
                Path.of(keys.text("results")));
    }

    private static ModelChoice model(ConfigKeys keys) {
        ConfigKeys preprocess = keys.under("preprocess");
        return new ModelChoice(
                keys.text("name"),
                keys.optionalText("path").map(Path::of),
                Precision.of(keys.text("dtype")),
                keys.integerOr("seed", 0),
                new Views.Preprocess(
                        preprocess.positiveOr("base_size", 1024),
                        preprocess.positiveOr("image_size", 640),
                        preprocess.flagOr("crop_mode", true),
                        preprocess.positiveOr("max_tiles", 9)));
    }

    private static Dataset.Choice dataset(ConfigKeys keys) {
        ConfigKeys sampling = keys.under("sampling");
        return new Dataset.Choice(
                keys.optionalText("root").map(Path::of),
                keys.optionalText("subset_filelist").map(Path::of),
                keys.texts("fallback_patterns"),
                keys.positiveOr("pages", 3),
                keys.integerOr("seed", 0),
                new Sampling(
                        sampling.absent("num_samples_per_epoch")
                                ? OptionalInt.empty()
                                : OptionalInt.of(sampling.positive("num_samples_per_epoch")),
                        epochs(sampling),
                        sampling.flagOr("randomize", false),
                        sampling.absent("seed")
                                ? OptionalLong.empty()
                                : OptionalLong.of(sampling.integerOr("seed", 0))));
    }

    private static int epochs(ConfigKeys sampling) {
        int epochs = sampling.integerOr("num_epochs", 1);
        if (epochs < 1) {
            throw new Problem(
                            "num_epochs is " + epochs + ", so nothing would run",
                            "dataset.sampling.num_epochs",
                            "dataset.sampling.num_epochs=1")
                    .found();
        }
        return epochs;
    }

    private static Inference inference(ConfigKeys keys) {
        var inference =
                new Inference(
                        keys.optionalText("decoder_prompt").orElse(""),
                        keys.positive("max_new_tokens"),
                        keys.numberOr("temperature", 0),
                        keys.flagOr("do_sample", false),
                        keys.integerOr("no_repeat_ngram_size", 0),
                        keys.integerOr("seed", 0));
        if (inference.sampled() && inference.temperature() <= 0) {
            throw new Problem(
                            "do_sample is on, but the temperature is " + inference.temperature(),
                            "infer.temperature",
                            "infer.temperature=0.7   or   infer.do_sample=false")
                    .found();
        }
        return inference;
    }

    private static Profiler profiler(ConfigKeys keys) {
        return new Profiler(
                Path.of(keys.text("trace")),
                keys.texts("activities"),
                keys.flagOr("record_shapes", false),
                keys.flagOr("profile_memory", false),
                keys.flagOr("with_stack", false));
    }

    private static Predictions predictions(ConfigKeys keys) {
        return new Predictions(
                Path.of(keys.text("directory")), keys.flagOr("strip_special_tokens", false));
    }

    private static Visualisation visualisation(ConfigKeys keys) {
        return new Visualisation(
                Path.of(keys.text("directory")),
                keys.absent("max_images")
                        ? OptionalInt.empty()
                        : OptionalInt.of(keys.integerOr("max_images", 0)),
                keys.positiveOr("thumbnail_width", 480));
    }
}
