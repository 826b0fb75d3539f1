package dev.llmprof.study;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.analysis.prediction.OperatorClass;
import dev.llmprof.analysis.prediction.PaperCosts;
import dev.llmprof.analysis.prediction.Prediction;
import dev.llmprof.analysis.prediction.Signature;
import dev.llmprof.problem.GivenFile;
import dev.llmprof.problem.Problem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Reads a run's `static_compute.json` back.
public final class PaperCostsFile {
    private static final String FIX = "run its stage again";

    private PaperCostsFile() {}

    /// Empty where no device was known: then there are costs but no bounds.
    public static Optional<PaperCosts> read(Path file) {
        JsonNode root = GivenFile.json(file, FIX);
        JsonNode device = root.path("device");
        if (!device.has("peak_flops_per_second") || !device.has("memory_bytes_per_second")) {
            return Optional.empty();
        }
        return Optional.of(
                new PaperCosts(
                        root.at("/model/name").asText(),
                        root.at("/convention/sentence").asText(),
                        device.path("name").asText(),
                        device.path("compute_format").asText(),
                        device.path("peak_flops_per_second").asDouble(),
                        device.path("memory_bytes_per_second").asDouble(),
                        peaks(device),
                        root.at("/request/batch").asLong(1),
                        root.at("/request/prompt_tokens").asLong(),
                        root.at("/request/new_tokens").asLong(),
                        rows(root.path("phases"), "name"),
                        rows(root.path("operators"), "phase")));
    }

    private static SortedMap<String, Double> peaks(JsonNode device) {
        SortedMap<String, Double> peaks = new TreeMap<>();
        device.path("peaks_flops_per_second")
                .properties()
                .forEach(peak -> peaks.put(peak.getKey(), peak.getValue().asDouble()));
        return peaks;
    }

    private static List<PaperCosts.Row> rows(JsonNode array, String phaseKey) {
        List<PaperCosts.Row> rows = new ArrayList<>();
        for (JsonNode row : array) {
            boolean memory = row.path("bound_by").asText().equals("memory");
            boolean phase = phaseKey.equals("name");
            rows.add(
                    new PaperCosts.Row(
                            row.path(phaseKey).asText(),
                            phase ? "" : row.path("name").asText(),
                            row.path("kind").asText(),
                            row.path(phase ? "passes" : "calls").asDouble(),
                            signatures(row.path("signatures")),
                            row.path("flops").asDouble(),
                            row.path("tensor_flops").asDouble(),
                            row.path("bytes").asDouble(),
                            1e9 * row.path("bound_seconds").asDouble(),
                            memory ? Prediction.Bound.MEMORY : Prediction.Bound.COMPUTE));
        }
        return rows;
    }

    private static List<Signature> signatures(JsonNode array) {
        List<Signature> signatures = new ArrayList<>();
        for (JsonNode each : array) {
            signatures.add(
                    new Signature(
                            operatorClass(each.path("class").asText()),
                            each.path("in").asLong(),
                            each.path("out").asLong()));
        }
        return signatures;
    }

    private static OperatorClass operatorClass(String word) {
        return Arrays.stream(OperatorClass.values())
                .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(word))
                .findFirst()
                .orElseThrow(() ->
                        new Problem(
                                        "'" + word + "' is not a class of operators",
                                        "static_compute.json, signatures",
                                        FIX)
                                .found());
    }
}
