package dev.llmprof.analysis.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.analysis.Decode;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.capture.JoinEvidence;
import dev.llmprof.analysis.event.KernelOrigin;
import dev.llmprof.analysis.graph.GraphEvidence.Call;
import dev.llmprof.analysis.graph.GraphEvidence.Replay;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.table.LongColumn;
import dev.llmprof.testing.SharedData;
import dev.llmprof.testing.kineto.Served;
import dev.llmprof.trace.nsys.NsysTraces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class GraphAttributionTest {
    @TempDir Path directory;

    @ParameterizedTest(name = "{0}")
    @MethodSource("decodes")
    void givesEachReplayedKernelItsOperatorAndModule(String name, Decode decode) {
        GraphAttribution found =
                GraphAttributions.of(decode.replay(), List.of(decode.capture(), decode.replay()))
                        .orElseThrow();
        assertEquals("positional", found.method());
        assertEquals(1.0, found.confidence());
        assertEquals(decode.sumNanos(), found.sumNanos());
        assertEquals(found.sumNanos(), found.attributedNanos());
        assertEquals(
                decode.sequence(),
                found.sequence().stream()
                        .map(event -> event.operator() + " in " + event.module())
                        .toList());
        assertEquals(
                decode.kernelsSha256(),
                Decode.sha256(
                        found.sequence().stream()
                                .map(event -> event.kernel() + "\t" + event.operator())
                                .toList()));
        assertEquals(
                decode.rows(),
                found.rows().stream()
                        .map(row ->
                                row.operator() + row.module() + row.gpuEvents() + row.sumNanos())
                        .toList());
    }

    static Stream<Arguments> decodes() throws IOException {
        List<Arguments> decodes = new ArrayList<>();
        decodes.add(Arguments.of("our vllm", Decode.of(Served.vllm())));
        decodes.add(Arguments.of("our sglang", Decode.of(Served.sglang())));
        Optional<Path> data = SharedData.ifHere("kineto");
        if (data.isPresent()) {
            for (String name : List.of("vllm_decode_full", "sglang_decode")) {
                decodes.add(Arguments.of(name, Decode.recorded(data.get(), name)));
            }
        }
        return decodes.stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("replays")
    void withoutACaptureADecodeIsSplitByItsLayers(
            String name, GraphEvidence evidence, int repeats, long sumNanos) {
        assertEquals(
                repeats,
                LayerPattern.longestRun(evidence.replays().getFirst().kernels()).repeats());
        GraphAttribution found = GraphAttributions.of(evidence, List.of(evidence)).orElseThrow();
        assertEquals("layer pattern", found.method());
        assertTrue(found.confidence() < 0.5);
        assertEquals(
                sumNanos, found.rows().stream().mapToLong(GraphAttribution.Row::sumNanos).sum());
    }

    static Stream<Arguments> replays() throws IOException {
        Decode ours = Decode.of(Served.sglang());
        List<Arguments> replays = new ArrayList<>();
        replays.add(Arguments.of("our sglang", ours.replay(), 6, ours.sumNanos()));
        Optional<Path> real =
                SharedData.ifHere(
                        "kineto/tracelens/inference_sglang_decode_sglang_Qwen3-8B_decode.json.gz");
        if (real.isPresent()) {
            replays.add(Arguments.of("sglang", Decode.evidence(real.get()), 36, 9_656_404L));
        }
        return replays.stream();
    }

    @Test
    void sameKernelsInAnotherOrderAreMatchedByName() {
        GraphAttribution found =
                attributed(
                        List.of("b", "a", "b"),
                        call("a", "op1"),
                        call("b", "op2"),
                        call("b", "op3"));
        assertEquals("by name", found.method());
        assertEquals(List.of("op2", "op1", "op3"), operators(found));
    }

    @Test
    void aCallThatLaunchedNothingIsSkipped() {
        GraphAttribution found =
                attributed(List.of("a", "b"), call("a", "op1"), call("x", "op2"), call("b", "op3"));
        assertEquals("skipping", found.method());
        assertEquals(List.of("op1", "op3"), operators(found));
    }

    @Test
    void copiesAndSetsAreMatchedByTheirKind() {
        GraphAttribution found =
                attributed(
                        List.of("Memcpy DtoD (Device -> Device)", "Memset (Device)", "a"),
                        new Call(
                                "hipMemcpyAsync",
                                "",
                                new KernelOrigin("aten::copy_", "", "", "", true, true)),
                        new Call(
                                "hipMemsetAsync",
                                "",
                                new KernelOrigin("aten::zero_", "", "", "", true, true)),
                        call("a", "op"));
        assertEquals("positional", found.method());
        assertEquals(List.of("aten::copy_", "aten::zero_", "op"), operators(found));
    }

    @Test
    void nodesTellTheOrderOfCallsWhereStreamsStartInAnother() {
        Replay crossed =
                new Replay(
                        List.of("a", "b", "a"),
                        LongColumn.of(1, 2, 4),
                        List.of(31L, 29L, 30L),
                        2,
                        List.of());
        GraphEvidence evidence =
                new GraphEvidence(
                        "t",
                        List.of(
                                new GraphEvidence.Capture(
                                        List.of(
                                                call("b", "op1"),
                                                call("a", "op2"),
                                                call("a", "op3")))),
                        List.of(crossed),
                        Map.of());
        GraphAttribution found = GraphAttributions.of(evidence, List.of(evidence)).orElseThrow();
        assertEquals("node order", found.method());
        assertEquals(1.0, found.confidence());
        assertEquals(List.of("op3", "op1", "op2"), operators(found));
    }

    @Test
    void readsNodesOfPyTorchTraces() throws IOException {
        Path file = directory.resolve("nodes.json");
        Files.writeString(
                file,
                """
                {"traceEvents": [
                {"ph":"X","cat":"cuda_runtime","name":"cudaGraphLaunch","pid":1,"tid":1,"ts":1,"dur":2,"args":{"correlation":5}},
                {"ph":"X","cat":"kernel","name":"a","pid":0,"tid":7,"ts":4,"dur":1,"args":{"correlation":5,"graph node id":31}},
                {"ph":"X","cat":"kernel","name":"b","pid":0,"tid":8,"ts":5,"dur":1,"args":{"correlation":5,"graph node id":30}}]}
                """);
        Replay replay = Decode.evidence(file).replays().getFirst();
        assertEquals(List.of("a", "b"), replay.kernels());
        assertEquals(List.of(31L, 30L), replay.nodes());
    }

    /// The graph of nodes 1 and 2 is copied to 11 and 12, which are launched later elsewhere.
    @Test
    void nsysKnowsInWhichRangeANodeWasMade() throws IOException, SQLException {
        Path file = directory.resolve("nodes.sqlite");
        long thread = 0x0001_0000_0000_0000L | 55L << 24 | 66;
        try (var sql = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = sql.createStatement()) {
            for (String line :
                    """
                    CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT)
                    INSERT INTO StringIds VALUES (1,'gemm'),(2,'softmax'),(3,'cudaGraphLaunch_v10000')
                    CREATE TABLE NVTX_EVENTS (start INTEGER, end INTEGER, eventType INTEGER, text TEXT, globalTid INTEGER)
                    INSERT INTO NVTX_EVENTS VALUES (0,90,59,'capture',T),(10,20,59,'mlp',T),(30,40,59,'attention',T),(100,200,59,'decode',T)
                    CREATE TABLE CUDA_GRAPH_NODE_EVENTS (start INTEGER, end INTEGER, globalTid INTEGER, graphNodeId INTEGER, originalGraphNodeId INTEGER)
                    INSERT INTO CUDA_GRAPH_NODE_EVENTS VALUES (12,13,T,1,NULL),(33,34,T,2,NULL),(80,80,T,11,1),(80,80,T,12,2)
                    CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER, end INTEGER, globalTid INTEGER, correlationId INTEGER, nameId INTEGER)
                    INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (110,115,T,5,3)
                    CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, end INTEGER, deviceId INTEGER, contextId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER, demangledName INTEGER, shortName INTEGER, graphNodeId INTEGER)
                    INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (120,150,0,1,7,5,P,1,1,11),(150,160,0,1,7,5,P,2,2,12)
                    """
                            .lines()
                            .toList()) {
                statement.executeUpdate(
                        line.replace("T)", thread + ")")
                                .replace(",T,", "," + thread + ",")
                                .replace(",P,", "," + (thread >> 24 << 24) + ","));
            }
        }
        NestedTrace nested = NestedTrace.of(NsysTraces.read(file));
        Capture capture = Capture.of(nested);
        GraphEvidence evidence = JoinEvidence.graphs(nested);
        GraphAttribution found = GraphAttributions.of(evidence, List.of(evidence)).orElseThrow();
        assertEquals("graph node", found.method());
        assertEquals(1.0, found.confidence());
        assertEquals(List.of("mlp", "attention"), operators(found));
        assertEquals(1, capture.host().runtimeCalls().rows().size());
    }

    @Test
    void anEagerRunOfTheSameKernelsIsTheNextBestEvidence() {
        GraphEvidence replay =
                new GraphEvidence("r", List.of(), List.of(replay(List.of("a", "b"))), Map.of());
        GraphEvidence eager =
                new GraphEvidence(
                        "e",
                        List.of(),
                        List.of(),
                        Map.of("a", new KernelOrigin("op1", "M", "", "", true, true)));
        GraphAttribution found = GraphAttributions.of(replay, List.of(replay, eager)).orElseThrow();
        assertEquals("eager", found.method());
        assertEquals(List.of("op1", ""), operators(found));
        assertEquals(1, found.attributedEvents());
    }

    @Test
    void findsLayersBetweenWhatComesBeforeAndAfter() {
        assertEquals(
                new LayerPattern.Run(1, 3, 3),
                LayerPattern.longestRun(
                        List.of("e", "a", "b", "c", "a", "b", "c", "a", "b", "c", "h")));
    }

    private static Call call(String kernel, String operator) {
        return new Call(
                "hipLaunchKernel", kernel, new KernelOrigin(operator, "", "", "", true, true));
    }

    static Replay replay(List<String> kernels) {
        long[] nanos = new long[kernels.size()];
        Arrays.fill(nanos, 10);
        return new Replay(kernels, LongColumn.of(nanos), List.of(), 1, List.of());
    }

    static GraphAttribution attributed(List<String> kernels, Call... calls) {
        GraphEvidence evidence =
                new GraphEvidence(
                        "t",
                        List.of(new GraphEvidence.Capture(List.of(calls))),
                        List.of(replay(kernels)),
                        Map.of());
        return GraphAttributions.of(evidence, List.of(evidence)).orElseThrow();
    }

    static List<String> operators(GraphAttribution found) {
        return found.sequence().stream().map(GraphAttribution.Event::operator).toList();
    }
}
