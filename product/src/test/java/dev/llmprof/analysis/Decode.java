package dev.llmprof.analysis;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.llmprof.analysis.capture.JoinEvidence;
import dev.llmprof.analysis.graph.GraphEvidence;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.testing.kineto.GpuEvent;
import dev.llmprof.testing.kineto.Graph;
import dev.llmprof.testing.kineto.Recording;
import dev.llmprof.testing.kineto.Served;
import dev.llmprof.trace.Trace;
import dev.llmprof.trace.kineto.KinetoReader;
import dev.llmprof.trace.kineto.KinetoTraces;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A decode whose graph was captured in one trace and replayed in another, and where each replayed
/// kernel comes from. The sequence is that of the first replay.
public record Decode(
        GraphEvidence replay,
        GraphEvidence capture,
        long sumNanos,
        List<String> sequence,
        String kernelsSha256,
        List<String> rows) {

    /// One of ours: the graph itself says it.
    public static Decode of(Served served) {
        List<Graph.Node> nodes = served.graph().nodes();
        return new Decode(
                evidence(served.replay()),
                evidence(served.capture()),
                replayed(served).stream().mapToLong(GpuEvent::nanos).sum(),
                nodes.stream().map(node -> node.operator() + " in " + node.module()).toList(),
                sha256(
                        nodes.stream()
                                .map(node -> node.work().name() + "\t" + node.operator())
                                .toList()),
                rows(served));
    }

    /// In the order of the calls that made the graph's nodes, replay by replay.
    static List<GpuEvent> replayed(Served served) {
        return served.replay().gpu().stream().filter(event -> event.node() > 0).toList();
    }

    private record Row(String origin, long events, long nanos) {}

    private static List<String> rows(Served served) {
        Map<String, Row> rows = new TreeMap<>();
        List<GpuEvent> events = replayed(served);
        for (int at = 0; at < events.size(); at++) {
            Graph.Node node = served.graph().nodes().get(at % served.graph().nodes().size());
            String module = node.module().replace("nn.Module: ", "").replaceAll("_\\d+$", "");
            rows.merge(
                    node.operator() + module,
                    new Row(node.operator() + module, 1, events.get(at).nanos()),
                    (one, other) ->
                            new Row(
                                    one.origin(),
                                    one.events() + other.events(),
                                    one.nanos() + other.nanos()));
        }
        return rows.values().stream()
                .sorted(Comparator.comparingLong(Row::nanos).reversed())
                .map(row -> row.origin() + row.events() + row.nanos())
                .toList();
    }

    /// One of others, whose attribution was recorded.
    public static Decode recorded(Path data, String name) throws IOException {
        Path file = data.resolve("expected/graph_attribution_" + name + ".json");
        JsonNode expected = new ObjectMapper().readTree(file.toFile());
        List<String> sequence = new ArrayList<>();
        for (JsonNode event : expected.path("sequence")) {
            sequence.add(event.path("op").asText() + " in " + event.path("module").asText(""));
        }
        List<String> rows = new ArrayList<>();
        for (JsonNode row : expected.path("by_op_and_module")) {
            rows.add(
                    row.path("op").asText()
                            + row.path("module").asText()
                            + row.path("gpu_events")
                            + row.path("sum_ns"));
        }
        return new Decode(
                evidence(data.resolve(expected.path("replay_trace").asText())),
                evidence(data.resolve(expected.path("capture_trace").asText())),
                expected.path("replayed_sum_ns").asLong(),
                sequence,
                expected.path("sequence_sha256").asText(),
                rows);
    }

    public static GraphEvidence evidence(Path file) throws IOException {
        return evidence(KinetoTraces.read(file, _ -> {}));
    }

    static GraphEvidence evidence(Recording recording) {
        var json = new ByteArrayInputStream(recording.json());
        return evidence(KinetoReader.read("own", json));
    }

    private static GraphEvidence evidence(Trace trace) {
        NestedTrace nested = NestedTrace.of(trace);
        return JoinEvidence.graphs(nested);
    }

    public static String sha256(List<String> lines) {
        try {
            byte[] text = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
