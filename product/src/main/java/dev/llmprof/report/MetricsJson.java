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
import dev.llmprof.analysis.Prediction;
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
        findings.prediction().ifPresent(p -> prediction(root.putObject("prediction"), p));
        ArrayNode captures = root.putArray("captures");
        findings.captures().forEach(capture -> captures.add(CaptureJson.node(capture)));
        ArrayNode kernels = root.putArray("kernels");
        findings.kernels().forEach(join -> kernels.add(join(join)));
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

    private static void prediction(ObjectNode node, Prediction prediction) {
        node.put("model", prediction.model());
        node.put("hardware", prediction.hardware());
        node.put("convention", prediction.convention());
        node.put("peak", prediction.peakName());
        node.put("peak_flops_per_second", prediction.peakFlopsPerSecond());
        node.put("bandwidth_bytes_per_second", prediction.bytesPerSecond());
        ArrayNode parts = node.putArray("parts");
        for (Prediction.Part part : prediction.parts()) {
            ObjectNode row = parts.addObject();
            row.put("phase", part.phase());
            row.put("operators", part.operators());
            row.put("flops", part.flops());
            row.put("bytes", part.bytes());
            row.put("bound", part.bound().name().toLowerCase(Locale.ROOT));
            row.put("bound_ns", part.boundNanos());
            part.measuredNanos()
                    .ifPresent(measured -> {
                        row.put("measured_ns", measured);
                        row.put("excess_ns", part.excessNanos());
                        row.put("below_bound", part.impossible());
                    });
        }
    }

    private static ObjectNode join(KernelJoin join) {
        ObjectNode node = NODES.objectNode();
        node.put("name", join.name());
        ArrayNode times = node.putArray("times");
        for (KernelJoin.Time time : join.times()) {
            ObjectNode row = times.addObject();
            row.put("tool", time.tool());
            row.put("source", time.source());
            row.put("count", time.count());
            row.put("total_ns", time.nanos());
            row.put("share", time.share());
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
    private static String kind(Advice advice) {
        return advice.getClass()
                .getSimpleName()
                .replaceAll("(?<=[a-z])(?=[A-Z])", "_")
                .toLowerCase(Locale.ROOT);
    }
}
