package dev.llmprof.compare.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.compare.tree.TraceMutation.Event;
import dev.llmprof.testing.SharedData;
import dev.llmprof.testing.kineto.Dialect;
import dev.llmprof.testing.kineto.GpuEvent;
import dev.llmprof.testing.kineto.GpuEvent.Work;
import dev.llmprof.testing.kineto.Lane;
import dev.llmprof.testing.kineto.Program;
import dev.llmprof.testing.kineto.Programs;
import dev.llmprof.testing.kineto.Recording;
import dev.llmprof.trace.Trace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TimeTreesTest {

    private static TimeStrip strip(Recording recording) throws IOException {
        return TimeStrip.of(NestedTrace.of(TraceMutation.read(recording.json())));
    }

    private static TimeTree tree(TimeStrip a, TimeStrip b) {
        return TimeTrees.of(List.of(a), List.of(b));
    }

    private static List<TreeNode> leaves(TimeTree tree) {
        return tree.nodes().stream().filter(TreeNode::leaf).toList();
    }

    private static long sum(TimeTree tree) {
        return leaves(tree).stream().mapToLong(TreeNode::deltaNanos).sum();
    }

    /// By hand: the union of all events.
    private static long busy(List<GpuEvent> events) {
        long busy = 0;
        long end = Long.MIN_VALUE;
        for (GpuEvent event :
                events.stream()
                        .sorted(
                                Comparator.comparingLong(GpuEvent::startNanos)
                                        .thenComparingLong(GpuEvent::endNanos))
                        .toList()) {
            busy += Math.max(0, event.endNanos() - Math.max(event.startNanos(), end));
            end = Math.max(end, event.endNanos());
        }
        return busy;
    }

    @Test
    void everyNanosecondOfEveryProgramHasOneOwner() throws IOException {
        for (Map.Entry<String, Recording> program : Programs.all().entrySet()) {
            TimeStrip strip = strip(program.getValue());
            TimeTree tree = tree(strip, strip);
            assertEquals(strip.spanNanos(), tree.aNanos(), program.getKey());
            List<GpuEvent> events = program.getValue().gpu();
            if (!events.isEmpty()) {
                assertEquals(busy(events), tree.aNanos() - tree.aIdleNanos(), program.getKey());
            }
        }
    }

    @Test
    void aCaptureBesideItselfIsMatchedWhollyAndChangesNowhere() throws IOException {
        for (Map.Entry<String, Recording> program : Programs.all().entrySet()) {
            TimeStrip strip = strip(program.getValue());
            TimeTree tree = tree(strip, strip);
            assertEquals(1.0, tree.bMatched(), program.getKey());
            assertEquals(
                    List.of(),
                    leaves(tree).stream().filter(leaf -> leaf.deltaNanos() != 0).toList(),
                    program.getKey());
        }
    }

    @Test
    void leavesOfTwoProgramsAddUpToTheDifferenceOfTheirSpans() throws IOException {
        List<Recording> programs = List.copyOf(Programs.all().values());
        for (int at = 1; at < programs.size(); at++) {
            TimeTree tree = tree(strip(programs.get(at - 1)), strip(programs.get(at)));
            assertEquals(tree.bNanos() - tree.aNanos(), sum(tree));
            for (TreeNode leaf : leaves(tree)) {
                assertEquals(leaf.deltaNanos(), leaf.countEffectNanos() + leaf.timeEffectNanos());
            }
        }
    }

    @Test
    void phasesAndStepsAndModulesStandAboveOperators() throws IOException {
        TimeStrip strip = strip(Programs.eagerLlama(Dialect.CUDA));
        assertTrue(
                leaves(tree(strip, strip)).stream()
                        .map(leaf -> leaf.path().subList(0, 4))
                        .toList()
                        .contains(
                                List.of(
                                        "decode",
                                        "decode",
                                        "LlamaMLP",
                                        "aten::silu [[1, 1, 256], []]")));
    }

    @Test
    void operatorsOwnTheTimeOfACaptureWithoutGpu() throws IOException {
        TimeStrip strip = strip(Programs.hostOnly());
        TimeTree tree = tree(strip, strip);
        assertTrue(tree.aIdleNanos() > 0 && tree.aIdleNanos() < tree.aNanos());
        assertEquals(strip.spanNanos(), tree.aNanos());
    }

    /// The made-up Llama and, where it is, the real pair's first capture.
    private static List<Trace> traces() throws IOException {
        Optional<Path> real = SharedData.ifHere("compare/aa-1.json.gz");
        List<Trace> traces = new ArrayList<>();
        traces.add(TraceMutation.read(Programs.eagerLlama(Dialect.CUDA).json()));
        if (real.isPresent()) {
            traces.add(TraceMutation.read(real.get()));
        }
        return traces;
    }

    private static TimeTree changed(Trace trace, Consumer<List<Event>> change) {
        var mutation = new TraceMutation(trace);
        change.accept(mutation.events());
        TimeTree tree = tree(new TraceMutation(trace).strip(), mutation.strip());
        assertEquals(tree.bNanos() - tree.aNanos(), sum(tree));
        return tree;
    }

    private static List<TreeNode> changes(TimeTree tree) {
        return leaves(tree).stream()
                .filter(leaf -> leaf.deltaNanos() != 0 || leaf.aCount() != leaf.bCount())
                .filter(leaf -> !leaf.path().getLast().startsWith("idle: "))
                .toList();
    }

    @Test
    void renamingEveryKernelOfOneSideChangesNothing() throws IOException {
        for (Trace trace : traces()) {
            TimeTree plain = changed(trace, _ -> {});
            TimeTree renamed =
                    changed(
                            trace,
                            events ->
                                    events.replaceAll(
                                            event -> event.named("k" + event.name().hashCode())));
            assertEquals(1.0, renamed.bMatched());
            assertEquals(values(plain), values(renamed));
        }
    }

    private static List<String> values(TimeTree tree) {
        return tree.nodes().stream()
                .map(node -> node.path() + " " + node.aNanos() + " " + node.bNanos())
                .toList();
    }

    /// Three neighbours of three operators, far enough inside.
    private static int three(List<Event> events) {
        for (int at = events.size() / 2 + 4; at + 3 < events.size(); at++) {
            List<Event> three = events.subList(at, at + 3);
            if (three.stream().map(Event::name).distinct().count() == 3
                    && three.stream().allMatch(event -> event.nanos() > 0)) {
                return at;
            }
        }
        throw new IllegalStateException("no three neighbours");
    }

    @Test
    void threeKernelsFusedIntoOneAreOneBlockWithTheirSum() throws IOException {
        for (Trace trace : traces()) {
            List<Event> before = new TraceMutation(trace).events();
            int at = three(before);
            long sum = before.subList(at, at + 3).stream().mapToLong(Event::nanos).sum();
            TimeTree tree =
                    changed(
                            trace,
                            events -> {
                                events.set(at, events.get(at).named("fused"));
                                events.subList(at + 1, at + 3).clear();
                            });
            List<TreeNode> blocks =
                    changes(tree).stream()
                            .filter(leaf -> leaf.matchedBy().equals("replaced"))
                            .toList();
            assertEquals(1, blocks.size());
            assertEquals(sum, blocks.getFirst().aNanos());
            assertEquals(before.get(at).nanos(), blocks.getFirst().bNanos());
            assertEquals(3, blocks.getFirst().aCount());
            assertEquals(1, blocks.getFirst().bCount());
            assertEquals(List.of(blocks.getFirst()), changes(tree));
        }
    }

    @Test
    void aKernelSplitInTwoIsOneBlockWithTheSum() throws IOException {
        for (Trace trace : traces()) {
            List<Event> before = new TraceMutation(trace).events();
            int at = three(before);
            Event whole = before.get(at);
            TimeTree tree =
                    changed(
                            trace,
                            events -> {
                                long half = whole.nanos() / 2;
                                events.set(
                                        at, whole.named("first half").at(whole.startNanos(), half));
                                events.add(
                                        at + 1,
                                        whole.named("second half")
                                                .at(
                                                        whole.startNanos() + half,
                                                        whole.nanos() - half));
                            });
            List<TreeNode> blocks =
                    leaves(tree).stream()
                            .filter(leaf -> leaf.matchedBy().equals("replaced"))
                            .toList();
            assertEquals(1, blocks.size());
            assertEquals(
                    List.of(1L, 2L),
                    List.of(blocks.getFirst().aCount(), blocks.getFirst().bCount()));
            assertEquals(whole.nanos(), blocks.getFirst().aNanos());
            assertEquals(whole.nanos(), blocks.getFirst().bNanos());
        }
    }

    @Test
    void aDroppedStretchIsRemovedWithItsExactTime() throws IOException {
        for (Trace trace : traces()) {
            List<Event> before = new TraceMutation(trace).events();
            int from = before.size() / 2;
            List<Event> layer = List.copyOf(before.subList(from, from + 12));
            long sum = layer.stream().mapToLong(Event::nanos).sum();
            TimeTree tree = changed(trace, events -> events.subList(from, from + 12).clear());
            assertEquals(-sum, changes(tree).stream().mapToLong(TreeNode::deltaNanos).sum());
            assertEquals(
                    -12,
                    changes(tree).stream().mapToLong(leaf -> leaf.bCount() - leaf.aCount()).sum());
        }
    }

    @Test
    void twoThatSwapTheirTimesKeepTheirPlacesInTheTree() throws IOException {
        for (Trace trace : traces()) {
            int at = three(new TraceMutation(trace).events());
            TimeTree tree =
                    changed(
                            trace,
                            events -> {
                                Event first = events.get(at);
                                Event second = events.get(at + 1);
                                long gap = second.startNanos() - first.startNanos() - first.nanos();
                                events.set(at, second.at(first.startNanos(), second.nanos()));
                                events.set(
                                        at + 1,
                                        first.at(
                                                first.startNanos() + second.nanos() + gap,
                                                first.nanos()));
                            });
            assertEquals(List.of(), changes(tree));
            assertEquals(tree.aNanos(), tree.bNanos());
        }
    }

    @Test
    void onePercentLongerEverywhereIsAllTimeAndNoCount() throws IOException {
        for (Trace trace : traces()) {
            TimeTree tree =
                    changed(
                            trace,
                            events -> {
                                long first = events.getFirst().startNanos();
                                events.replaceAll(event ->
                                        event.at(
                                                first + (event.startNanos() - first) * 101 / 100,
                                                event.nanos() * 101 / 100));
                            });
            assertEquals(1.0, tree.aMatched());
            for (TreeNode leaf : leaves(tree)) {
                if (leaf.aCount() == leaf.bCount()) {
                    assertEquals(0, leaf.countEffectNanos());
                }
                if (!TreeNodes.isIdle(leaf) && leaf.aNanos() > 100_000) {
                    assertEquals(
                            1.01, (double) leaf.bNanos() / leaf.aNanos(), 0.005, leaf::toString);
                }
            }
        }
    }

    /// Steps of one kernel each, that takes as long as it is told.
    private static Recording steps(int count, long nanos) {
        var program = new Program(Dialect.CUDA, 1);
        var lane = new Lane(0, 7);
        for (int step = 0; step < count; step++) {
            program.step(
                    "decode",
                    "plain",
                    "decode",
                    () ->
                            program.operator(
                                    "aten::mm",
                                    "[[1, 64], [64, 64]]",
                                    () -> program.launch(Work.kernel("gemm", lane, nanos))));
            program.synchronise();
        }
        return program.recorded();
    }

    private static TreeNode gemm(TimeTree tree) {
        return leaves(tree).stream()
                .filter(leaf -> leaf.path().getLast().equals("gemm"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void moreStepsOnOneSideMakeValuesOfOneStep() throws IOException {
        TimeTree tree = tree(strip(steps(4, 50_000)), strip(steps(6, 60_000)));
        assertEquals("step", tree.basis());
        assertEquals(
                List.of(50_000L, 60_000L, 0L, 10_000L),
                List.of(
                        gemm(tree).aNanos(),
                        gemm(tree).bNanos(),
                        gemm(tree).countEffectNanos(),
                        gemm(tree).timeEffectNanos()));
        assertEquals(1.0, tree.bMatched());
        assertEquals(tree.bNanos() - tree.aNanos(), sum(tree));
    }

    @Test
    void severalRunsOfASideAreTheirMean() throws IOException {
        TimeTree tree =
                TimeTrees.of(
                        List.of(strip(steps(4, 50_000))),
                        List.of(
                                strip(steps(4, 50_000)),
                                strip(steps(4, 60_000)),
                                strip(steps(4, 73_000))));
        assertEquals("run", tree.basis());
        assertEquals(4 * 61_000L, gemm(tree).bNanos());
        assertEquals(4, gemm(tree).bCount());
        assertEquals(tree.bNanos() - tree.aNanos(), sum(tree));
    }

    @Test
    void leavesOfSeveralRunsSayHowSureTheirChangeIs() throws IOException {
        List<TimeStrip> a = new ArrayList<>();
        List<TimeStrip> b = new ArrayList<>();
        for (int run = 0; run < 5; run++) {
            a.add(strip(steps(4, 50_000 + 10 * run)));
            b.add(strip(steps(4, 60_000 + 10 * run)));
        }
        double q = gemm(TimeTrees.of(a, b)).q().orElseThrow();
        assertTrue(q > 0 && q < 0.05, () -> "q " + q);
    }

    @Test
    void moreAndShorterLaunchesAreDividedIntoCountAndTime() {
        var words = new SharedWords();
        var sums = new LeafTable(words);
        int name = words.code("gemm");
        int leaf = sums.leaf(sums.parent(new WorkPlace("decode", "decode", ""), name), name, false);
        for (int at = 0; at < 24; at++) {
            sums.sums(leaf).add(LeafSums.A, 0, 50_000, 0);
        }
        for (int at = 0; at < 28; at++) {
            sums.sums(leaf).add(LeafSums.B, 0, 45_000, 0);
        }
        TreeNode node = TreeNodes.of(sums, new long[] {1}, new long[] {1}, Map.of()).getLast();
        assertEquals(
                List.of(60_000L, 190_000L, -130_000L),
                List.of(node.deltaNanos(), node.countEffectNanos(), node.timeEffectNanos()));
    }

    @Test
    void theSameProgramTwiceDiffersWhereItWaits() throws IOException {
        TimeStrip a = strip(launches(10_000));
        TimeStrip b = strip(launches(60_000));
        TimeTree own = tree(a, b);
        assertEquals(b.spanNanos() - a.spanNanos(), sum(own));
        assertEquals(sum(own), own.bIdleNanos() - own.aIdleNanos());
        if (areHere("aa-1", "aa-2")) {
            TimeTree tree = tree(ofOthers("aa-1"), ofOthers("aa-2"));
            assertEquals(
                    List.of(996_477_000L, 876_066_000L, 392_919_000L, 273_921_000L),
                    Stream.of(tree.aNanos(), tree.bNanos(), tree.aIdleNanos(), tree.bIdleNanos())
                            .toList());
            assertEquals(-120_411_000L, sum(tree));
        }
    }

    /// The host waits before each of its kernels.
    private static Recording launches(long waitNanos) {
        var program = new Program(Dialect.CUDA, 1);
        for (int kernel = 0; kernel < 8; kernel++) {
            program.pause(waitNanos);
            program.launch(Work.kernel("gemm", new Lane(0, 7), 20_000));
        }
        return program.recorded();
    }

    @Test
    void twoVendorsAreMatchedByOperatorsAndShapes() throws IOException {
        TimeStrip cuda = strip(Programs.eagerLlama(Dialect.CUDA));
        TimeStrip hip = strip(Programs.eagerLlama(Dialect.HIP));
        TimeTree own = tree(cuda, hip);
        assertEquals(List.of(1.0, 1.0), List.of(own.aMatched(), own.bMatched()));
        assertEquals(hip.spanNanos() - cuda.spanNanos(), sum(own));
        if (areHere("h100-timesformer", "mi300-timesformer")) {
            TimeTree tree = tree(ofOthers("h100-timesformer"), ofOthers("mi300-timesformer"));
            assertEquals(1.0, tree.aMatched());
            assertEquals(1.0, tree.bMatched());
            assertEquals(121_267_204L - 159_992_427L, sum(tree));
        }
    }

    private static boolean areHere(String... names) {
        return Stream.of(names).allMatch(name -> file(name).isPresent());
    }

    private static Optional<Path> file(String name) {
        return SharedData.ifHere("compare/" + name + ".json.gz");
    }

    private static TimeStrip ofOthers(String name) throws IOException {
        return TimeStrip.of(NestedTrace.of(TraceMutation.read(file(name).orElseThrow())));
    }
}
