package dev.llmprof.study.json;

import dev.llmprof.analysis.capture.TraceAnalysis;
import dev.llmprof.analysis.graph.GraphAttribution;
import dev.llmprof.analysis.rank.Ranks;
import dev.llmprof.report.format.JsonOut;
import dev.llmprof.report.table.JoinedTables;
import dev.llmprof.report.table.TableJson;
import dev.llmprof.study.capture.CaptureSet;
import dev.llmprof.trace.nsys.NsysKernelSummary;
import java.io.Writer;

/// Everything that was found, as one JSON object.
public final class StudyJson {
    private StudyJson() {}

    public static void write(CaptureSet all, String version, Writer target) {
        try (JsonOut out = new JsonOut(target)) {
            out.object(() -> {
                out.put("llmprof", version);
                out.rows("traces", all.traces(), trace -> trace(trace, all, out));
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
                all.ranks().ifPresent(ranks -> ranks(ranks, out));
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

    private static void trace(TraceAnalysis trace, CaptureSet all, JsonOut out) {
        TraceJson.write(trace, out);
        if (all.graphs().containsKey(trace.source())) {
            GraphAttribution graph = all.graphs().get(trace.source());
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

    private static void ranks(Ranks ranks, JsonOut out) {
        out.object(
                "ranks",
                () -> {
                    out.put("imbalance", ranks.imbalance());
                    out.texts("stragglers", ranks.stragglers());
                    TableJson.rows(out, "rows", JoinedTables.RANKS, ranks.rows());
                    TableJson.rows(
                            out, "collectives", JoinedTables.COLLECTIVES, ranks.collectives());
                    TableJson.rows(out, "kernels", JoinedTables.RANK_KERNELS, ranks.kernels());
                    out.texts("remarks", ranks.remarks());
                });
    }
}
