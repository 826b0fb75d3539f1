package dev.llmprof.stage.workload;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/// What a python_module workload is told, as override words in their fixed order. The values are
/// already written as the override grammar wants them.
public record ModuleOverrides(
        Optional<String> modelPath,
        SequencedMap<String, String> model,
        Optional<String> datasetRoot,
        Optional<String> datasetFilelist,
        Optional<String> datasetFallbackPatterns,
        String device,
        SequencedMap<String, String> infer,
        Optional<String> representativeMaxNewTokens,
        SequencedMap<String, String> sampling) {

    private static final String MAX_NEW_TOKENS = "max_new_tokens";

    public ModuleOverrides {
        model = new LinkedHashMap<>(model);
        infer = new LinkedHashMap<>(infer);
        sampling = new LinkedHashMap<>(sampling);
    }

    List<String> words(Workload.Purpose purpose, Path runDirectory) {
        var words = new ArrayList<String>();
        modelPath.ifPresent(value -> words.add("model.path=" + value));
        model.forEach((key, value) -> words.add("model." + key + "=" + value));
        datasetRoot.ifPresent(value -> words.add("dataset.root=" + value));
        datasetFilelist.ifPresent(value -> words.add("dataset.subset_filelist=" + value));
        datasetFallbackPatterns.ifPresent(value -> words.add("dataset.fallback_patterns=" + value));
        words.add("device=" + device);
        inferFor(purpose).forEach((key, value) -> words.add("infer." + key + "=" + value));
        // CUPTI serves one profiler at a time, and the one around the program is ours.
        words.add("pipeline.torch_profiler.enable=false");
        words.add("pipeline.static_analysis.enable=false");
        words.add("pipeline.torch_profiler.output.visualization.enable=false");
        sampling.forEach((key, value) -> words.add("dataset.sampling." + key + "=" + value));
        words.add("hydra.run.dir=" + purpose.scratchIn(runDirectory));
        words.add("hydra.job.chdir=true");
        return List.copyOf(words);
    }

    private Map<String, String> inferFor(Workload.Purpose purpose) {
        var told = new LinkedHashMap<>(infer);
        if (purpose.underNsight()) {
            representativeMaxNewTokens.ifPresent(tokens -> told.put(MAX_NEW_TOKENS, tokens));
        }
        return told;
    }
}
