package dev.llmprof.report.reference;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.analysis.workload.PhaseUtilisation;
import dev.llmprof.analysis.workload.RunUtilisation;
import dev.llmprof.analysis.workload.StageAggregates;
import dev.llmprof.analysis.workload.StageAggregates.Statistic;
import dev.llmprof.report.table.TableJson;
import dev.llmprof.report.table.UtilisationTable;
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
    private static final String WHOLE =
            RunUtilisation.CONVENTION + " Model-level is all FLOPs over all of the time.";

    private ReferenceRun() {}

    public static String metrics(
            StageAggregates aggregates,
            Optional<RunUtilisation> utilisation,
            Map<String, Long> dimensions) {
        ObjectNode root = NODES.objectNode();
        ObjectNode all = root.putObject("aggregates");
        all.put("source", aggregates.basis().source());
        all.put("statistic", aggregates.basis().statistic());
        all.put("requests", aggregates.basis().count());
        put(all, "prefill_ms", aggregates.prefillMillis());
        put(all, "decode_ms", aggregates.decodeMillis());
        put(all, "tokens", aggregates.tokens());
        put(all, "tokens_per_s", aggregates.tokensPerSecond());
        ObjectNode stages = all.putObject("stage_ms");
        aggregates.stageMillis().forEach((name, value) -> put(stages, name, value));
        utilisation.ifPresentOrElse(
                used -> put(root, used),
                () -> {
                    root.putNull("mfu_model_level").putObject("mfu_per_stage");
                    root.putNull("peak_tflops");
                });
        ObjectNode dims = root.putObject("model_dims");
        new TreeMap<>(dimensions).forEach(dims::put);
        return root.toPrettyString() + "\n";
    }

    private static void put(ObjectNode root, RunUtilisation used) {
        Optional<PhaseUtilisation> whole = used.whole();
        root.put("mfu_model_level", whole.map(PhaseUtilisation::mfu).orElse(0.0));
        ObjectNode mfu = root.putObject("mfu_per_stage");
        ObjectNode mbu = root.putObject("mbu_per_stage");
        used.phases().forEach(phase -> mfu.put(phase.phase(), phase.mfu()));
        used.phases().forEach(phase -> mbu.put(phase.phase(), phase.mbu()));
        whole.ifPresent(all -> root.put("peak_tflops", all.peaks().flopsPerSecond() / 1e12));
        root.put("convention", WHOLE);
        root.set("utilisation", TableJson.tree(UtilisationTable.PHASES, used.phases()));
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
        utilisation
                .flatMap(RunUtilisation::whole)
                .map(PhaseUtilisation::peaks)
                .ifPresent(peaks -> line(text, "Peak TFLOPs", peak(peaks)));
        text.append("\n## Aggregates\n\n");
        line(text, "Source", aggregates.basis().words());
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

    private static String peak(PhaseUtilisation.DevicePeaks peaks) {
        return number("%.2f", peaks.flopsPerSecond() / 1e12)
                + " ("
                + peaks.format()
                + " dense, "
                + peaks.device()
                + ")";
    }

    private static void utilisation(StringBuilder text, RunUtilisation used) {
        used.whole().ifPresent(all -> line(text, "Model-level", number("%.6f", all.mfu())));
        used.phases()
                .forEach(phase ->
                        line(
                                text,
                                phase.phase(),
                                number("%.6f", phase.mfu())
                                        + ", MBU "
                                        + number("%.6f", phase.mbu())
                                        + (phase.abovePeak()
                                                ? ", above its peak: internal error"
                                                : "")));
        used.phases().stream()
                .findFirst()
                .ifPresent(phase -> line(text, "Time", phase.time().words()));
        text.append('\n').append(WHOLE).append('\n');
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
