package dev.llmprof.stage.workload;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.stage.workload.Workload.Purpose;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// All that the built-in engine is told, in one file: what to load, what to read, how to answer,
/// and what to write for the purpose it is started for.
public record EngineSettings(
        String device,
        Model model,
        Dataset dataset,
        Inference inference,
        OptionalInt representativeNewTokens,
        TorchProfilerSettings profiler,
        Outputs profiledOutputs,
        Outputs directOutputs)
        implements Workload.EngineOrders {

    public static final String RESULTS = "results.json";
    public static final String TRACE = "trace.json.gz";

    /// A Hugging Face folder; without one, a tiny model made from the seed.
    public record Model(
            String name,
            Optional<Path> path,
            String dtype,
            long seed,
            int baseSize,
            int imageSize,
            boolean cropMode) {}

    /// Files below a root; without one, pages or prompts made on the spot.
    public record Dataset(
            Optional<Path> root,
            Optional<Path> filelist,
            List<String> patterns,
            int pages,
            long seed,
            OptionalInt samplesEachEpoch,
            int epochs,
            boolean randomize,
            OptionalLong samplingSeed) {
        public Dataset {
            patterns = List.copyOf(patterns);
        }
    }

    public record Inference(
            String prompt,
            int newTokens,
            double temperature,
            boolean sampled,
            int noRepeatNgram,
            long seed) {}

    /// What is kept of the answers; directories are below the stage's unless absolute.
    public record Outputs(
            Optional<Path> predictions,
            boolean withoutSpecialTokens,
            Optional<Path> visualisation,
            OptionalInt imagesAtMost,
            int thumbnailWidth) {
        public static final Outputs NONE =
                new Outputs(Optional.empty(), false, Optional.empty(), OptionalInt.empty(), 480);
    }

    @Override
    public String json(Purpose purpose, Path runDirectory) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("device", device);
        putModel(root.putObject("model"));
        putDataset(root.putObject("dataset"));
        putInference(root.putObject("infer"), purpose);
        root.putObject("warmup")
                .put("rounds", profiler.warmupRounds())
                .put("synthetic", profiler.warmupSynthetic());
        switch (purpose) {
            case PLAIN -> putOutputs(root, directOutputs, runDirectory.resolve("direct_inference"));
            case TORCH -> {
                Path stage = runDirectory.resolve("torch_profiler");
                putProfiler(root.putObject("profiler"), stage);
                putOutputs(root, profiledOutputs, stage);
            }
            case NSYS, NCU -> {}
        }
        root.put("results", purpose.scratchIn(runDirectory).resolve(RESULTS).toString());
        return root.toPrettyString() + "\n";
    }

    private void putModel(ObjectNode node) {
        node.put("name", model.name());
        model.path().ifPresent(path -> node.put("path", path.toString()));
        node.put("dtype", model.dtype());
        node.put("seed", model.seed());
        node.putObject("preprocess")
                .put("base_size", model.baseSize())
                .put("image_size", model.imageSize())
                .put("crop_mode", model.cropMode());
    }

    private void putDataset(ObjectNode node) {
        dataset.root().ifPresent(root -> node.put("root", root.toString()));
        dataset.filelist().ifPresent(list -> node.put("subset_filelist", list.toString()));
        dataset.patterns().forEach(node.putArray("fallback_patterns")::add);
        node.put("pages", dataset.pages());
        node.put("seed", dataset.seed());
        ObjectNode sampling = node.putObject("sampling");
        dataset.samplesEachEpoch().ifPresent(n -> sampling.put("num_samples_per_epoch", n));
        sampling.put("num_epochs", dataset.epochs());
        sampling.put("randomize", dataset.randomize());
        dataset.samplingSeed().ifPresent(seed -> sampling.put("seed", seed));
    }

    private void putInference(ObjectNode node, Purpose purpose) {
        int tokens =
                purpose.underNsight()
                        ? representativeNewTokens.orElse(inference.newTokens())
                        : inference.newTokens();
        node.put("decoder_prompt", inference.prompt());
        node.put("max_new_tokens", tokens);
        node.put("temperature", inference.temperature());
        node.put("do_sample", inference.sampled());
        node.put("no_repeat_ngram_size", inference.noRepeatNgram());
        node.put("seed", inference.seed());
    }

    private void putProfiler(ObjectNode node, Path stage) {
        node.put("trace", stage.resolve(TRACE).toString());
        profiler.activities().forEach(node.putArray("activities")::add);
        node.put("record_shapes", profiler.recordShapes());
        node.put("profile_memory", profiler.profileMemory());
        node.put("with_stack", profiler.withStack());
    }

    private static void putOutputs(ObjectNode root, Outputs outputs, Path stage) {
        outputs.predictions()
                .ifPresent(directory ->
                        root.putObject("prediction")
                                .put("directory", stage.resolve(directory).toString())
                                .put("strip_special_tokens", outputs.withoutSpecialTokens()));
        outputs.visualisation()
                .ifPresent(directory -> {
                    ObjectNode node =
                            root.putObject("visualization")
                                    .put("directory", stage.resolve(directory).toString())
                                    .put("thumbnail_width", outputs.thumbnailWidth());
                    outputs.imagesAtMost().ifPresent(n -> node.put("max_images", n));
                });
    }
}
