package dev.llmprof.study.json;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.capture.CaptureRelations;
import dev.llmprof.analysis.graph.GraphAttribution;
import dev.llmprof.analysis.lint.LintFinding;
import dev.llmprof.analysis.lint.Lints;
import dev.llmprof.report.format.JsonOut;
import dev.llmprof.report.metrics.ConclusionsJson;
import dev.llmprof.report.metrics.RankJson;
import dev.llmprof.report.metrics.SubjectJson;
import dev.llmprof.report.table.CaptureTables;
import dev.llmprof.report.table.JoinedTables;
import dev.llmprof.report.table.LintTable;
import dev.llmprof.report.table.TableJson;
import dev.llmprof.study.capture.CaptureSet;
import dev.llmprof.trace.nsys.NsysKernelSummary;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Everything that was found, as one JSON object.
public final class StudyJson {
    private StudyJson() {}

    /// Without conclusions where none were drawn.
    public static void write(
            CaptureSet all, Optional<Findings> findings, String version, Writer target) {
        try (JsonOut out = new JsonOut(target)) {
            out.object(() -> {
                out.put("llmprof", version);
                SubjectJson.write(out, all.captures());
                out.rows("traces", all.captures(), trace -> trace(trace, all, out));
                out.rows(
                        "summaries",
                        all.summaries().entrySet(),
                        table -> summary(table.getKey(), table.getValue(), out));
                out.rows(
                        "profiles",
                        all.profiles().entrySet(),
                        profile ->
                                NcuJson.write(
                                        profile.getKey(), profile.getValue(), all.view(), out));
                all.ranks().ifPresent(ranks -> RankJson.write(out, ranks));
                findings.ifPresent(each -> ConclusionsJson.write(out, each));
                TableJson.rows(out, "lint", LintTable.FINDINGS, lint(all));
                TableJson.rows(out, "capture_repeats", CaptureTables.REPEATS, repeats(all));
                out.rows(
                        "problems",
                        all.problems(),
                        problem -> {
                            out.put("what", problem.what());
                            out.put("at", problem.at());
                            out.put("fix", problem.fix());
                        });
            });
        }
    }

    private static List<LintFinding> lint(CaptureSet all) {
        return Lints.of(all.captures(), all.profiles(), all.problems());
    }

    private static List<CaptureTables.RepeatRow> repeats(CaptureSet all) {
        return CaptureTables.repeats(CaptureRelations.of(all.captures(), all.ranks(), Map.of()));
    }

    private static void trace(Capture trace, CaptureSet all, JsonOut out) {
        TraceJson.write(trace, out);
        if (all.graphs().containsKey(trace.origin().source())) {
            GraphAttribution graph = all.graphs().get(trace.origin().source());
            out.object("graph_attribution", () -> graph(graph, out));
        }
    }

    private static void graph(GraphAttribution graph, JsonOut out) {
        out.put("method", graph.method());
        out.put("confidence", graph.confidence());
        out.put("reason", graph.reason());
        out.put("gpu_events", graph.gpuEvents());
        out.put("gpu_sum_ns", graph.sumNanos());
        out.put("attributed_gpu_events", graph.attributedEvents());
        out.put("attributed_ns", graph.attributedNanos());
        TableJson.rows(
                out, "by_operator_and_module", JoinedTables.GRAPHS, JoinedTables.rows(graph));
        TableJson.rows(out, "sequence", JoinedTables.REPLAYS, JoinedTables.replays(graph));
    }

    private static void summary(String source, NsysKernelSummary table, JsonOut out) {
        out.put("source", source);
        out.rows(
                "kernels",
                table.rows(),
                row -> {
                    out.put("name", row.name());
                    out.put("total_ns", row.totalNanos());
                    out.put("count", row.instances());
                });
    }
}
