package dev.llmprof.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.breakdown.ModuleBreakdown;
import dev.llmprof.analysis.breakdown.OperatorBreakdown;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.capture.CaptureSubject;
import dev.llmprof.analysis.capture.Conservation;
import dev.llmprof.analysis.ncu.NcuView;
import dev.llmprof.analysis.phase.Phases;
import dev.llmprof.analysis.phase.WorkTree;
import dev.llmprof.analysis.phase.WorkTrees;
import dev.llmprof.app.PluginLists;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.section.OperatorsSection;
import dev.llmprof.report.section.PhasesSection;
import dev.llmprof.testing.SharedData;
import dev.llmprof.testing.kineto.GpuEvent;
import dev.llmprof.testing.kineto.Graph;
import dev.llmprof.testing.kineto.Served;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A run that replays graphs, and the trace in which they were captured, in one folder.
class GraphStudyTest {
    @TempDir Path folder;

    @ParameterizedTest
    @CsvSource({
        "capture_traces/bs_8.json, run.json",
        "1.json, 2.json",
        "2.json.gz, 1.json.gz",
        "z.json, a.json"
    })
    void theRunIsTheSubjectAndItsKernelsHaveOperatorsInWhateverOrder(String capture, String run)
            throws IOException {
        Served served = Served.sglang();
        Files.createDirectories(folder.resolve(capture).getParent());
        served.capture().writtenTo(folder.resolve(capture));
        served.replay().writtenTo(folder.resolve(run));
        Findings findings = study(folder);
        CaptureSubject subject = findings.subject().orElseThrow();
        assertEquals(folder.resolve(run).toString(), subject.capture().origin().source());
        assertEquals("it has the work", subject.reason());
        assertEquals(1, subject.graphCaptures().size());
        assertEquals(run + " and 1 more", findings.title());
        assertEquals(operators(served), byOperator(subject.capture().host().operators(), served));
        assertEquals(
                List.of(0L),
                subject.capture().conservation().levels().stream()
                        .filter(level -> level.name().equals("operators"))
                        .map(Conservation.Level::restNanos)
                        .toList());
        assertTrue(subject.capture().conservation().holds());
    }

    @Test
    void capturesStayInTheOrderOfTheirFiles() throws IOException {
        Served served = Served.sglang();
        served.replay().writtenTo(folder.resolve("a.json"));
        served.capture().writtenTo(folder.resolve("b.json"));
        assertEquals(
                List.of(folder.resolve("a.json").toString(), folder.resolve("b.json").toString()),
                study(folder).captures().stream().map(each -> each.origin().source()).toList());
    }

    @Test
    void aCaptureOfGraphsAloneIsTheSubjectAndSaysSo() throws IOException {
        Served.vllm().capture().writtenTo(folder.resolve("capture.json"));
        CaptureSubject subject = study(folder).subject().orElseThrow();
        assertEquals("nothing but captures of graphs was given", subject.reason());
        assertEquals(List.of(), subject.graphCaptures());
    }

    @Test
    void everyLevelOfTheRunHasTheOperatorsOfItsGraph() throws IOException {
        Served served = Served.vllm();
        served.capture().writtenTo(folder.resolve("capture.json"));
        served.replay().writtenTo(folder.resolve("run.json"));
        Capture run = study(folder).main().orElseThrow();
        assertEquals(served.graph().nodes().size(), run.gpu().attribution().replayed());
        assertEquals(1.0, run.gpu().attribution().coverage());
        assertEquals(
                run.host().operators().deviceNanos(), run.host().operatorsByShape().deviceNanos());
        assertEquals(operators(served).keySet(), operatorsOf(run.marked().phases(), "decode"));
        WorkTree decode =
                run.tree().children().stream()
                        .filter(phase -> phase.name().equals("decode"))
                        .findFirst()
                        .orElseThrow();
        assertFalse(
                decode.children().stream()
                        .anyMatch(each ->
                                each.name().equals(WorkTrees.NO_OPERATOR)
                                        || each.name().equals(WorkTrees.IN_GRAPHS)));
        long inModules =
                run.gpu().modules().rows().stream().mapToLong(ModuleBreakdown.Row::nanos).sum();
        assertEquals(run.gpu().modules().attributedNanos(), inModules);
        assertTrue(
                run.gpu().modules().rows().stream()
                        .anyMatch(row -> row.operator().equals("aten::mm")));
    }

    @Test
    void anEventsTableHasTheOperatorOfEachReplayedKernel() throws IOException {
        Served served = Served.vllm();
        served.capture().writtenTo(folder.resolve("capture.json"));
        served.replay().writtenTo(folder.resolve("run.json"));
        var goal =
                new StudyGoal.Query(
                        "select count(*) from kernels where operator = '' and trace like"
                                + " '%run.json'",
                        false, Optional.empty());
        assertEquals(
                List.of(List.of(Optional.of(0L))),
                result(folder, goal).answer().orElseThrow().rows());
    }

    /// CUPTI does not say what a captured call launches.
    @Test
    void launchesAndNodesOfACudaGraphAreJoinedInOrder() throws IOException {
        Served served = Served.twoStreams();
        served.replay().writtenTo(folder.resolve("both.json"));
        StudyResult result = result(folder, new StudyGoal.InMemory());
        var graph = result.captures().graphs().values().iterator().next();
        assertEquals("launch order", graph.method());
        assertEquals(0.9, graph.confidence(), 1e-9);
        Capture run = result.captures().captures().getFirst();
        assertEquals(operators(served), byOperator(run.host().operators(), served));
    }

    @Test
    void sharesAreOfAllGpuTimeAndNoOperatorIsHottestWhereFewAreKnown() throws IOException {
        Served served = Served.sglang();
        served.replay().writtenTo(folder.resolve("run.json"));
        Capture run = study(folder).main().orElseThrow();
        long copied =
                served.replay().gpu().stream()
                        .filter(event -> event.work().kind() == GpuEvent.Kind.COPY)
                        .filter(event -> event.node() == 0)
                        .mapToLong(GpuEvent::nanos)
                        .sum();
        double share = (double) copied / served.replay().gpuNanos();
        var row =
                OperatorsSection.table(run, run.host().operators(), 10, "").rows().stream()
                        .filter(cells -> cells.getFirst().shown().equals("aten::copy_"))
                        .findFirst()
                        .orElseThrow();
        assertEquals(Cell.share(share).shown(), row.get(1).shown());
        Phases.Part decode =
                run.marked().phases().parts().stream()
                        .filter(part -> part.name().equals("decode"))
                        .findFirst()
                        .orElseThrow();
        assertEquals(
                "known for "
                        + Cell.share((double) copied / decode.gpuNanos()).shown()
                        + " of it only",
                PhasesSection.hottest(decode).shown());
    }

    @Test
    void withoutACaptureTheAdviceSaysWhatToRecordAndStandsLast() throws IOException {
        Served.sglang().replay().writtenTo(folder.resolve("run.json"));
        Findings findings = study(folder);
        assertEquals("unknown_graphs", findings.advice().getLast().kind());
        assertEquals(
                List.of(WorkTrees.IN_GRAPHS),
                findings.main().orElseThrow().tree().children().stream()
                        .filter(phase -> phase.name().equals("decode"))
                        .flatMap(phase -> phase.children().stream())
                        .map(WorkTree::name)
                        .filter(name -> !name.startsWith("aten"))
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void noReplayedKernelIsHeldAgainstItsGraphsLaunch(boolean withCapture) throws IOException {
        Served served = Served.sglang();
        served.replay().writtenTo(folder.resolve("run.json"));
        if (withCapture) {
            served.capture().writtenTo(folder.resolve("capture.json"));
        }
        Findings findings = study(folder);
        Capture run = findings.main().orElseThrow();
        long replayed = served.replay().gpu().stream().filter(e -> e.node() > 0).count();
        assertEquals(
                run.host().launches().pairs() - replayed,
                run.host().launchesOutsideGraphs().pairs());
    }

    @ParameterizedTest
    @CsvSource({"sglang_decode, 9656404", "vllm_decode_full, 10388482"})
    void theOperatorsOfServersAreThoseRecorded(String name, long replayedNanos) throws IOException {
        Optional<Path> data = SharedData.ifHere("kineto");
        if (data.isEmpty()) {
            return;
        }
        JsonNode expected =
                new ObjectMapper()
                        .readTree(
                                data.get()
                                        .resolve("expected/graph_attribution_" + name + ".json")
                                        .toFile());
        for (String each : List.of("replay_trace", "capture_trace")) {
            Path file = data.get().resolve(expected.path(each).asText());
            Files.copy(file, folder.resolve(file.getFileName().toString()));
        }
        Capture run = study(folder).main().orElseThrow();
        Map<String, Long> truth = new TreeMap<>();
        for (String part : List.of("by_op", "eager_by_op_and_module")) {
            expected.path(part)
                    .forEach(row -> {
                        if (!row.path("op").asText().startsWith("hip")) {
                            truth.merge(
                                    row.path("op").asText(),
                                    row.path("sum_ns").asLong(),
                                    Long::sum);
                        }
                    });
        }
        Map<String, Long> found = new TreeMap<>();
        run.host().operators().byDevice().forEach(row -> found.put(row.name(), row.deviceNanos()));
        assertEquals(truth, found);
        assertEquals(replayedNanos, run.gpu().graphLaunches().sumNanos());
    }

    private static Map<String, Long> operators(Served served) {
        Map<String, Long> sums = new TreeMap<>();
        List<GpuEvent> replayed =
                served.replay().gpu().stream().filter(event -> event.node() > 0).toList();
        for (int at = 0; at < replayed.size(); at++) {
            Graph.Node node = served.graph().nodes().get(at % served.graph().nodes().size());
            sums.merge(node.operator(), replayed.get(at).nanos(), Long::sum);
        }
        return sums;
    }

    /// Only what graphs replay: operators that also launch by themselves lose that part.
    private static Map<String, Long> byOperator(OperatorBreakdown operators, Served served) {
        Map<String, Long> sums = new TreeMap<>();
        operators.byDevice().forEach(row -> sums.put(row.name(), row.deviceNanos()));
        served.replay().gpu().stream()
                .filter(event -> event.node() == 0)
                .forEach(event ->
                        sums.merge(
                                served.replay().host().get(event.operator()).name(),
                                -event.nanos(),
                                Long::sum));
        sums.values().removeIf(nanos -> nanos == 0);
        return sums;
    }

    private static Set<String> operatorsOf(Phases phases, String phase) {
        Map<String, Long> names = new TreeMap<>();
        phases.parts().stream()
                .filter(part -> part.name().equals(phase))
                .flatMap(part -> part.operators().stream())
                .filter(operator -> operator.deviceNanos() > 0)
                .forEach(operator -> names.put(operator.name(), operator.deviceNanos()));
        names.remove("aten::copy_");
        return names.keySet();
    }

    static Findings study(Path folder) throws IOException {
        return result(folder, new StudyGoal.InMemory()).findings().orElseThrow();
    }

    private static StudyResult result(Path folder, StudyGoal goal) throws IOException {
        return Study.of(
                new StudyRequest(
                        List.of(folder),
                        PluginLists.SHIPPED.study(),
                        NcuView.DEFAULT,
                        StudyContext.unknown("llmprof test"),
                        goal),
                new ReadingsListener());
    }
}
