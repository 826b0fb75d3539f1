package dev.llmprof.report.reference;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.analysis.workload.RunUtilisation;
import dev.llmprof.analysis.workload.StageAggregates;
import dev.llmprof.analysis.workload.StageAggregates.Statistic;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;

/// A profiled run in the reference's own files: `metrics.json`, `report.md` and `assumptions.md` of
/// `torch_profiler/`, whose shapes existing scripts read.
public final class ReferenceRun {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String CONVENTION =
            "MFU: matrix FLOPs (multiply and add count two, causal attention, active experts, output"
                    + " head) over the dense peak; MBU: weights, cache and activations moved over"
                    + " the memory's bandwidth. Prefill is the decoder's part of it; vision, nested"
                    + " within prefill, is counted and timed by itself. Model-level is all FLOPs"
                    + " over all of the time.";

    private ReferenceRun() {}

    public static String metrics(
            StageAggregates aggregates,
            Optional<RunUtilisation> utilisation,
            Map<String, Long> dimensions) {
        ObjectNode root = NODES.objectNode();
        ObjectNode all = root.putObject("aggregates");
        put(all, "prefill_ms", aggregates.prefillMillis());
        put(all, "decode_ms", aggregates.decodeMillis());
        put(all, "tokens", aggregates.tokens());
        put(all, "tokens_per_s", aggregates.tokensPerSecond());
        ObjectNode stages = all.putObject("stage_ms");
        aggregates.stageMillis().forEach((name, value) -> put(stages, name, value));
        if (utilisation.isPresent()) {
            root.put("mfu_model_level", utilisation.get().wholeMfu());
            ObjectNode mfu = root.putObject("mfu_per_stage");
            ObjectNode mbu = root.putObject("mbu_per_stage");
            utilisation.get().stages().forEach((name, share) -> mfu.put(name, share.mfu()));
            utilisation.get().stages().forEach((name, share) -> mbu.put(name, share.mbu()));
            root.put("peak_tflops", utilisation.get().peakFlopsPerSecond() / 1e12);
            root.put("convention", CONVENTION);
        } else {
            root.putNull("mfu_model_level").putObject("mfu_per_stage");
            root.putNull("peak_tflops");
        }
        ObjectNode dims = root.putObject("model_dims");
        new TreeMap<>(dimensions).forEach(dims::put);
        return root.toPrettyString() + "\n";
    }

    public static String report(
            Instant when,
            String device,
            StageAggregates aggregates,
            Optional<RunUtilisation> utilisation,
            List<String> notes) {
        var text = new StringBuilder("# LLM Profiling Report\n\n");
        line(text, "Timestamp", when.toString());
        line(text, "Device", device);
        utilisation.ifPresent(share ->
                line(
                        text,
                        "Peak TFLOPs",
                        number("%.2f", share.peakFlopsPerSecond() / 1e12)
                                + " ("
                                + share.format()
                                + " dense, "
                                + share.device()
                                + ")"));
        text.append("\n## Aggregates\n\n");
        line(text, "Prefill (ms)", spread(aggregates.prefillMillis()));
        line(text, "Decode (ms)", spread(aggregates.decodeMillis()));
        line(text, "Tokens", spread(aggregates.tokens()));
        line(text, "Tokens/s", spread(aggregates.tokensPerSecond()));
        text.append("\n## Per-Stage Timings (ms)\n\n");
        aggregates.stageMillis().forEach((name, value) -> line(text, name, spread(value)));
        if (aggregates.stageMillis().containsKey("vision")) {
            text.append("\nVision is nested within prefill; do not add the two.\n");
        }
        text.append("\n## MFU\n\n");
        utilisation.ifPresentOrElse(
                share -> utilisation(text, share),
                () -> text.append("Unknown: the model or the device was not recognised.\n"));
        text.append("\nOperators: operators.md. Kernels: kernels.md.\n");
        if (!notes.isEmpty()) {
            text.append("\n## Notes\n\n");
            notes.forEach(note -> text.append("- ").append(note).append('\n'));
        }
        return text.toString();
    }

    /// What the run was told, one part a section.
    public static String assumptions(SequencedMap<String, ? extends Map<String, String>> parts) {
        var text = new StringBuilder("# Assumptions\n");
        parts.forEach((title, values) -> {
            text.append("\n## ").append(title).append("\n\n");
            values.forEach((key, value) -> line(text, key, value));
        });
        return text.toString();
    }

    /// What such a text says of one key.
    public static Optional<String> assumed(String assumptions, String key) {
        String start = "- " + key + ": ";
        return assumptions
                .lines()
                .filter(line -> line.startsWith(start))
                .map(line -> line.substring(start.length()))
                .findFirst();
    }

    private static void utilisation(StringBuilder text, RunUtilisation share) {
        line(text, "Model-level", number("%.6f", share.wholeMfu()));
        share.stages()
                .forEach((name, stage) ->
                        line(
                                text,
                                name,
                                number("%.6f", stage.mfu())
                                        + ", MBU "
                                        + number("%.6f", stage.mbu())));
        text.append('\n').append(CONVENTION).append('\n');
    }

    private static void line(StringBuilder text, String key, String value) {
        text.append("- ").append(key).append(": ").append(value).append('\n');
    }

    private static String spread(Statistic statistic) {
        return number("%.3f", statistic.mean()) + " ± " + number("%.3f", statistic.deviation());
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }

    private static void put(ObjectNode node, String name, Statistic statistic) {
        node.putObject(name).put("mean", statistic.mean()).put("std", statistic.deviation());
    }
}
