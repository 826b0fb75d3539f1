package dev.llmprof.report.metrics;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.ncu.KernelCounters;
import dev.llmprof.analysis.ncu.NcuFact;
import dev.llmprof.analysis.source.KernelJoin;
import dev.llmprof.analysis.source.SourceComparison;
import dev.llmprof.report.format.JsonOut;
import dev.llmprof.report.table.CaptureTables;
import dev.llmprof.report.table.LintTable;
import dev.llmprof.report.table.SourceTables;
import dev.llmprof.report.table.TableJson;
import java.io.StringWriter;
import java.util.Locale;

/// The findings for programs: `metrics.json`, whose schema is `docs/schema/metrics.schema.json`.
/// Units stand in the names; what was not measured is not there.
public final class MetricsJson {
    public static final String SCHEMA = "llmprof.metrics/2";

    private final JsonOut out;

    private MetricsJson(JsonOut out) {
        this.out = out;
    }

    public static String text(Findings findings) {
        var text = new StringWriter();
        try (JsonOut out = new JsonOut(text)) {
            out.object(() -> new MetricsJson(out).write(findings));
        }
        return text + "\n";
    }

    private void write(Findings findings) {
        out.put("schema", SCHEMA);
        out.put("llmprof", findings.provenance().llmprof());
        out.put("title", findings.title());
        SubjectJson.write(out, findings.captures());
        findings.timings()
                .ifPresent(each -> out.object("timings", () -> TimingsJson.write(out, each)));
        findings.serving()
                .ifPresent(each -> out.object("requests", () -> RequestsJson.write(out, each)));
        ConclusionsJson.bounds(out, findings);
        out.rows(
                "captures",
                findings.captures(),
                capture -> CaptureJson.write(out, findings.relations().name(capture), capture));
        findings.relations().ranks().ifPresent(ranks -> RankJson.write(out, ranks));
        TableJson.rows(
                out,
                "capture_repeats",
                CaptureTables.REPEATS,
                CaptureTables.repeats(findings.relations()));
        out.rows("kernels", findings.kernels(), this::join);
        sources(SourceComparison.of(findings.kernels()));
        ConclusionsJson.advice(out, findings);
        TableJson.rows(out, "lint", LintTable.FINDINGS, findings.lint());
        TrustJson.write(out, findings.trust());
    }

    private void join(KernelJoin join) {
        out.put("name", join.name());
        TableJson.rows(out, "times", SourceTables.TIME, join.times());
        out.rows("counters", join.counters(), this::counters);
    }

    private void counters(KernelCounters counters) {
        out.put("id", counters.id());
        out.put("grid", counters.grid());
        out.put("block", counters.block());
        out.put("launches", counters.launches());
        out.object("facts", () -> facts(counters));
        out.put("bound", counters.boundBy().bound().label());
        out.put("limiter", counters.boundBy().limiter());
        counters.roofline()
                .ifPresent(point -> {
                    out.put("flops_per_byte", point.flopsPerByte());
                    out.put("flops_per_second", point.flopsPerSecond());
                });
        out.rows("rules", counters.rules(), this::rule);
    }

    private void facts(KernelCounters counters) {
        for (NcuFact fact : NcuFact.values()) {
            counters.fact(fact)
                    .ifPresent(value -> out.put(fact.column(), fact.inColumnUnit(value)));
        }
    }

    private void rule(KernelCounters.Rule rule) {
        out.put("name", rule.name());
        out.put("kind", rule.kind().toLowerCase(Locale.ROOT));
        out.put("message", rule.message());
        rule.speedupPercent().ifPresent(percent -> out.put("speedup_percent", percent));
    }

    private void sources(SourceComparison comparison) {
        out.rows(
                "sources",
                comparison.sources(),
                source -> {
                    out.put("tool", source.tool());
                    out.put("source", source.source());
                    out.put("kernels", source.kernels());
                    out.put("kernels_in_another_tool", source.shared());
                    out.put("launches", source.launches());
                    out.put("total_ns", source.nanos());
                });
        out.rows(
                "disagreements",
                comparison.disagreements(),
                each -> {
                    out.put("kernel", each.kernel());
                    out.object(
                            "first", () -> TableJson.fields(out, SourceTables.TIME, each.first()));
                    out.object(
                            "second",
                            () -> TableJson.fields(out, SourceTables.TIME, each.second()));
                });
    }
}
