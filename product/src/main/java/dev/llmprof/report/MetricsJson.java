package dev.llmprof.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.analysis.Advice;
import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.KernelCounters;
import dev.llmprof.analysis.KernelJoin;
import dev.llmprof.analysis.NcuFact;
import dev.llmprof.analysis.SourceComparison;
import dev.llmprof.analysis.Timings;
import java.util.Locale;

/// The findings for programs: `metrics.json`, whose schema is `docs/schema/metrics.schema.json`.
/// Units stand in the names; what was not measured is not there.
public final class MetricsJson {
    public static final String SCHEMA = "llmprof.metrics/1";
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private MetricsJson() {}

    public static String text(Findings findings) {
        ObjectNode root = NODES.objectNode();
        root.put("schema", SCHEMA);
        root.put("llmprof", findings.provenance().llmprof());
        root.put("title", findings.title());
        findings.timings().ifPresent(timings -> timings(root.putObject("timings"), timings));
        findings.prediction().ifPresent(p -> PredictionJson.write(root.putObject("prediction"), p));
        ArrayNode captures = root.putArray("captures");
        findings.captures().forEach(capture -> captures.add(CaptureJson.node(capture)));
        ArrayNode kernels = root.putArray("kernels");
        findings.kernels().forEach(join -> kernels.add(join(join)));
        sources(root, SourceComparison.of(findings.kernels()));
        ArrayNode advice = root.putArray("advice");
        findings.advice().forEach(each -> advice.add(advice(each)));
        return printed(root);
    }

    private static String printed(ObjectNode root) {
        var indenter = new DefaultIndenter("  ", "\n");
        var printer =
                new DefaultPrettyPrinter().withObjectIndenter(indenter).withArrayIndenter(indenter);
        try {
            return new JsonMapper().writer(printer).writeValueAsString(root) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of nodes can be printed", e);
        }
    }

    private static void timings(ObjectNode node, Timings timings) {
        node.put("requests", timings.requests().size());
        node.put("prefill_ns", timings.prefillNanos());
        node.put("decode_ns", timings.decodeNanos());
        node.put("prompt_tokens", timings.promptTokens());
        node.put("new_tokens", timings.newTokens());
        if (!timings.requests().isEmpty()) {
            node.put(
                    "time_to_first_token_ns",
                    (double) timings.prefillNanos() / timings.requests().size());
        }
        long decoded = timings.decodedTokens();
        if (decoded > 0 && timings.decodeNanos() > 0) {
            node.put("time_per_output_token_ns", (double) timings.decodeNanos() / decoded);
            node.put("tokens_per_second", 1e9 * decoded / timings.decodeNanos());
        }
    }

    private static ObjectNode join(KernelJoin join) {
        ObjectNode node = NODES.objectNode();
        node.put("name", join.name());
        ArrayNode times = node.putArray("times");
        for (KernelJoin.Time time : join.times()) {
            time(times.addObject(), time);
        }
        ArrayNode counters = node.putArray("counters");
        join.counters().forEach(each -> counters(counters.addObject(), each));
        return node;
    }

    private static void counters(ObjectNode node, KernelCounters counters) {
        node.put("id", counters.id());
        node.put("grid", counters.grid());
        node.put("block", counters.block());
        node.put("launches", counters.launches());
        ObjectNode facts = node.putObject("facts");
        for (NcuFact fact : NcuFact.values()) {
            counters.fact(fact).ifPresent(v -> facts.put(fact.column(), fact.inColumnUnit(v)));
        }
        node.put("bound", counters.boundBy().bound().label());
        node.put("limiter", counters.boundBy().limiter());
        counters.roofline()
                .ifPresent(point -> {
                    node.put("flops_per_byte", point.flopsPerByte());
                    node.put("flops_per_second", point.flopsPerSecond());
                });
        ArrayNode rules = node.putArray("rules");
        for (KernelCounters.Rule rule : counters.rules()) {
            ObjectNode row = rules.addObject();
            row.put("name", rule.name());
            row.put("kind", rule.kind().toLowerCase(Locale.ROOT));
            row.put("message", rule.message());
            rule.speedupPercent().ifPresent(percent -> row.put("speedup_percent", percent));
        }
    }

    private static void sources(ObjectNode root, SourceComparison comparison) {
        ArrayNode sources = root.putArray("sources");
        for (SourceComparison.Source source : comparison.sources()) {
            ObjectNode row = sources.addObject();
            row.put("tool", source.tool());
            row.put("source", source.source());
            row.put("kernels", source.kernels());
            row.put("kernels_in_another_tool", source.shared());
            row.put("launches", source.launches());
            row.put("total_ns", source.nanos());
        }
        ArrayNode disagreements = root.putArray("disagreements");
        for (SourceComparison.Disagreement each : comparison.disagreements()) {
            ObjectNode row = disagreements.addObject();
            row.put("kernel", each.kernel());
            time(row.putObject("first"), each.first());
            time(row.putObject("second"), each.second());
        }
    }

    private static void time(ObjectNode row, KernelJoin.Time time) {
        row.put("tool", time.tool());
        row.put("source", time.source());
        row.put("count", time.count());
        row.put("total_ns", time.nanos());
        row.put("share", time.share());
    }

    private static ObjectNode advice(Advice advice) {
        AdviceWords words = AdviceWords.of(advice);
        ObjectNode node = NODES.objectNode();
        node.put("kind", kind(advice));
        node.put("share", advice.share());
        node.put("finding", words.finding());
        node.put("evidence", words.evidence());
        node.put("suggestion", words.suggestion());
        return node;
    }

    /// `host_wait` for `HostWait`.
    static String kind(Advice advice) {
        return advice.getClass()
                .getSimpleName()
                .replaceAll("(?<=[a-z])(?=[A-Z])", "_")
                .toLowerCase(Locale.ROOT);
    }
}
