package dev.llmprof.run.stage;

import dev.llmprof.secret.Secrets;
import dev.llmprof.stage.workload.EngineSettings;
import dev.llmprof.stage.workload.TorchProfilerSettings;
import dev.llmprof.stage.workload.Workload;
import dev.llmprof.workload.WorkloadSettings;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SequencedMap;

/// What a profiled run was told, in the words of its configuration.
final class Assumptions {
    private static final String NOTHING = "null";

    private Assumptions() {}

    static SequencedMap<String, Map<String, String>> of(
            Workload workload, TorchProfilerSettings profiler) {
        SequencedMap<String, Map<String, String>> parts = new LinkedHashMap<>();
        switch (workload) {
            case Workload.Builtin builtin when builtin.orders() instanceof EngineSettings engine ->
                    engine(parts, engine);
            case Workload.Builtin _ -> {}
            case Workload.Command command ->
                    parts.put(
                            "Workload",
                            Map.of("argv", String.join(" ", Secrets.hideWords(command.argv()))));
            case Workload.Server server -> {
                parts.put("Workload", Map.of("server", server.url().toString()));
                parts.put("Load", Map.of("load", server.load().words()));
            }
            case Workload.PythonModule module ->
                    parts.put("Workload", Map.of("module", module.module()));
        }
        parts.put("Profiler", profiler(profiler));
        return parts;
    }

    private static void engine(
            SequencedMap<String, Map<String, String>> parts, EngineSettings engine) {
        Map<String, String> run = new LinkedHashMap<>();
        run.put("device", engine.device());
        WorkloadSettings.Sampling sampling = engine.dataset().sampling();
        run.put("epochs", String.valueOf(sampling.numEpochs()));
        run.put("samples per epoch", optional(sampling.numSamplesPerEpoch()));
        run.put("randomize", String.valueOf(sampling.randomize()));
        run.put("seed", optional(sampling.seed()));
        run.put("batch", "1");
        run.put("model path", path(engine.model().path()));
        parts.put("Run", run);
        parts.put("Decoding", decoding(engine.infer()));
        parts.put("Preprocess", preprocess(engine.model()));
        Map<String, String> dataset = new LinkedHashMap<>();
        dataset.put("root", path(engine.dataset().root()));
        dataset.put("subset_filelist", path(engine.dataset().subsetFilelist()));
        dataset.put("fallback_patterns", String.valueOf(engine.dataset().fallbackPatterns()));
        parts.put("Dataset", dataset);
    }

    private static Map<String, String> decoding(WorkloadSettings.Infer infer) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("max_new_tokens", String.valueOf(infer.maxNewTokens()));
        values.put("temperature", String.valueOf(infer.temperature()));
        values.put("do_sample", String.valueOf(infer.doSample()));
        values.put("no_repeat_ngram_size", String.valueOf(infer.noRepeatNgramSize()));
        values.put("seed", String.valueOf(infer.seed()));
        return values;
    }

    private static Map<String, String> preprocess(WorkloadSettings.Model model) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("dtype", model.dtype());
        values.put("base_size", String.valueOf(model.preprocess().baseSize()));
        values.put("image_size", String.valueOf(model.preprocess().imageSize()));
        values.put("crop_mode", String.valueOf(model.preprocess().cropMode()));
        values.put("max_tiles", String.valueOf(model.preprocess().maxTiles()));
        return values;
    }

    private static Map<String, String> profiler(TorchProfilerSettings settings) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("activities", String.join(", ", settings.activities()));
        values.put("record_shapes", String.valueOf(settings.recordShapes()));
        values.put("profile_memory", String.valueOf(settings.profileMemory()));
        values.put("with_stack", String.valueOf(settings.withStack()));
        values.put("group_by_input_shape", String.valueOf(settings.groupByInputShape()));
        values.put("warmup_rounds", String.valueOf(settings.warmupRounds()));
        values.put("warmup_synthetic", String.valueOf(settings.warmupSynthetic()));
        return values;
    }

    private static String path(Optional<Path> path) {
        return path.map(Path::toString).orElse(NOTHING);
    }

    private static String optional(OptionalInt value) {
        return value.isPresent() ? String.valueOf(value.getAsInt()) : NOTHING;
    }

    private static String optional(OptionalLong value) {
        return value.isPresent() ? String.valueOf(value.getAsLong()) : NOTHING;
    }
}
