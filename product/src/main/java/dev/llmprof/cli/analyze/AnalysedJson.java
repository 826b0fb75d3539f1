package dev.llmprof.cli.analyze;

import dev.llmprof.analysis.GraphAttribution;
import dev.llmprof.analysis.Ranks;
import dev.llmprof.analysis.TraceAnalysis;
import dev.llmprof.trace.NsysKernelSummary;
import java.io.Writer;

/// Everything that was found, as one JSON object.
final class AnalysedJson {
    private AnalysedJson() {}

    static void write(Analysed all, String version, Writer target) {
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

    private static void trace(TraceAnalysis trace, Analysed all, JsonOut out) {
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
        out.put("replayed_gpu_events", graph.gpuEvents());
        out.put("replayed_sum_ns", graph.sumNanos());
        out.put("attributed_gpu_events", graph.attributedEvents());
        out.put("attributed_sum_ns", graph.attributedNanos());
        out.rows(
                "by_op_and_module",
                graph.rows(),
                row -> {
                    out.put("op", row.operator());
                    out.put("module", row.module());
                    out.put("gpu_events", row.gpuEvents());
                    out.put("sum_ns", row.sumNanos());
                });
        out.rows(
                "sequence",
                graph.sequence(),
                event -> {
                    out.put("kernel", event.kernel());
                    out.put("op", event.operator());
                    out.put("module", event.module());
                    out.put("ns", event.nanos());
                });
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
                    out.rows("rows", ranks.rows(), row -> rank(row, out));
                    out.rows(
                            "collectives",
                            ranks.collectives(),
                            row -> {
                                out.put("name", row.name());
                                out.put("occurrences", row.occurrences());
                                out.put("pure_ns", row.pureNanos());
                                out.put("skew_ns", row.skewNanos());
                            });
                    out.rows(
                            "kernels",
                            ranks.kernels(),
                            row -> {
                                out.put("name", row.name());
                                out.put("count", row.count());
                                out.put("total_ns", row.totalNanos());
                                out.put("least_rank_ns", row.leastRankNanos());
                                out.put("most_rank_ns", row.mostRankNanos());
                            });
                    out.texts("remarks", ranks.remarks());
                });
    }

    private static void rank(Ranks.Row row, JsonOut out) {
        out.put("rank", row.rank());
        out.put("source", row.source());
        out.put("span_ns", row.timeline().spanNanos());
        out.put("busy_ns", row.timeline().busyNanos());
        out.put("computation_ns", row.timeline().computationNanos());
        out.put("total_comm_ns", row.timeline().communicationNanos());
        out.put("exposed_comm_ns", row.timeline().exposedCommunicationNanos());
        out.put("wait_ns", row.waitNanos());
    }
}
