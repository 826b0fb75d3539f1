package dev.llmprof.run.stage;

import dev.llmprof.stage.workload.EngineSettings;
import dev.llmprof.stage.workload.TorchProfilerSettings;
import dev.llmprof.stage.workload.Workload;
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
                    parts.put("Workload", Map.of("argv", String.join(" ", command.argv())));
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
        run.put("epochs", String.valueOf(engine.dataset().epochs()));
        run.put("samples per epoch", optional(engine.dataset().samplesEachEpoch()));
        run.put("randomize", String.valueOf(engine.dataset().randomize()));
        run.put("seed", optional(engine.dataset().samplingSeed()));
        run.put("batch", "1");
        run.put("model path", path(engine.model().path()));
        parts.put("Run", run);
        EngineSettings.Inference inference = engine.inference();
        Map<String, String> decoding = new LinkedHashMap<>();
        decoding.put("max_new_tokens", String.valueOf(inference.newTokens()));
        decoding.put("temperature", String.valueOf(inference.temperature()));
        decoding.put("do_sample", String.valueOf(inference.sampled()));
        decoding.put("no_repeat_ngram_size", String.valueOf(inference.noRepeatNgram()));
        decoding.put("seed", String.valueOf(inference.seed()));
        parts.put("Decoding", decoding);
        Map<String, String> preprocess = new LinkedHashMap<>();
        preprocess.put("dtype", engine.model().dtype());
        preprocess.put("base_size", String.valueOf(engine.model().baseSize()));
        preprocess.put("image_size", String.valueOf(engine.model().imageSize()));
        preprocess.put("crop_mode", String.valueOf(engine.model().cropMode()));
        parts.put("Preprocess", preprocess);
        Map<String, String> dataset = new LinkedHashMap<>();
        dataset.put("root", path(engine.dataset().root()));
        dataset.put("subset_filelist", path(engine.dataset().filelist()));
        dataset.put("fallback_patterns", String.valueOf(engine.dataset().patterns()));
        parts.put("Dataset", dataset);
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
