package dev.llmprof.report.paper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.analysis.cost.BoundTime;
import dev.llmprof.analysis.cost.OnDevice;
import dev.llmprof.analysis.cost.PhaseCost;
import dev.llmprof.analysis.cost.Reachable;
import dev.llmprof.analysis.cost.StaticAnalyses;
import dev.llmprof.analysis.cost.StaticAnalysis;
import dev.llmprof.analysis.sizing.Efficiency;
import dev.llmprof.analysis.sizing.LoadPoint;
import dev.llmprof.analysis.sizing.ServiceLevel;
import dev.llmprof.analysis.sizing.Sizing;
import dev.llmprof.analysis.sizing.SizingQuestion;
import dev.llmprof.hardware.Gpu;
import dev.llmprof.hardware.ShippedGpus;
import dev.llmprof.model.ModelFiles;
import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.cost.Memory;
import dev.llmprof.model.shape.Images;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Parallel;
import dev.llmprof.model.shape.Request;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Chart;
import dev.llmprof.report.format.Terminal;
import dev.llmprof.report.table.SizingTable.PricedSizing;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a prediction says in one place it says in all.
class ConsistentLimitsTest {
    private static final Model LLAMA = ModelFiles.open("llama-3.1-8b");
    private static final Gpu H100 = ShippedGpus.catalogue().named("h100-sxm5-80gb");
    private static final Gpu L4 = ShippedGpus.catalogue().named("l4");

    private static StaticAnalysis analysis(int batch, int prompt, int tensor) {
        return StaticAnalyses.of(
                LLAMA,
                new Request(batch, prompt, 128, Images.NONE),
                Counting.of(LLAMA.precision()).with(new Parallel(tensor, 1, 1)),
                Optional.of(H100),
                Reachable.USUAL);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100, 300, 337, 400, 2_000})
    void theBatchFromWhichDecodingIsBoundByComputeAgreesWithTheTable(int batch) {
        for (int prompt : List.of(1, 16, 512)) {
            StaticAnalysis analysis = analysis(batch, prompt, 1);
            BoundTime.Limit table = analysis.phases().getLast().overlapped().orElseThrow().limit();
            long from = analysis.device().orElseThrow().crossoverAtContext().orElse(Long.MAX_VALUE);
            assertEquals(
                    batch >= from,
                    table != BoundTime.Limit.MEMORY,
                    "batch " + batch + ", prompt " + prompt + ", from " + from + ": " + table);
        }
    }

    @Test
    void theRowsOfOperatorsAndCommunicationAddUpToThePhase() {
        StaticAnalysis analysis = analysis(8, 2048, 4);
        Block.Grid grid = StaticComputeSection.operators(analysis, 1_000);
        for (PhaseCost phase : analysis.phases()) {
            double sum =
                    phase.operators().stream()
                                    .mapToDouble(each -> each.bound().orElseThrow().seconds())
                                    .sum()
                            + phase.overlapped().orElseThrow().communicationSeconds();
            assertEquals(phase.boundSeconds().orElseThrow(), sum, sum / 1e9);
            List<String> names =
                    grid.rows().stream()
                            .filter(row -> row.getFirst().shown().equals(phase.name()))
                            .map(row -> row.get(1).shown())
                            .toList();
            assertTrue(names.contains("communication"), names.toString());
        }
        assertEquals(
                List.of(),
                StaticComputeSection.operators(analysis(8, 2048, 1), 1_000).rows().stream()
                        .map(row -> row.get(1).shown())
                        .filter("communication"::equals)
                        .toList());
    }

    @Test
    void theLargestBatchLeavesTheReserve() {
        OnDevice device = analysis(1, 512, 1).device().orElseThrow();
        int most = (int) device.capacity().largestBatch();
        Counting counting = Counting.of(LLAMA.precision());
        assertTrue(Memory.of(LLAMA, most, 640, counting).bytes() <= 72e9);
        assertTrue(Memory.of(LLAMA, most + 1, 640, counting).bytes() > 72e9);
        String shown =
                Terminal.text(StaticComputeSection.blocks(analysis(1, 512, 1), 3), 120)
                        .replace('\n', ' ');
        assertTrue(shown.contains("of 72.0 GB (90 % of 80.0 GB)"), shown);
        assertTrue(shown.matches(".*TTFT .* · TPOT .* · throughput .*"), shown);
    }

    private static SizingAnswer answer() {
        var question =
                new SizingQuestion(
                        new Request(1, 512, 128, Images.NONE),
                        new ServiceLevel(0.5, 0.05),
                        Efficiency.PUBLISHED,
                        0.9);
        Counting counting = Counting.of(LLAMA.precision());
        return new SizingAnswer(
                LLAMA,
                LLAMA.precision(),
                question,
                List.of(H100, L4).stream()
                        .map(gpu -> Sizing.of(LLAMA, question, counting, gpu))
                        .map(sizing -> new PricedSizing(sizing, Optional.empty()))
                        .toList(),
                List.of());
    }

    @Test
    void whatIsExpectedLiesWithinTheSpreadOfWhatWasMeasured() {
        Sizing h100 = answer().rows().getFirst().sizing();
        Sizing.Spread spread = h100.spread().orElseThrow();
        long least = concurrency(spread.least());
        long expected = concurrency(h100.expected());
        long most = concurrency(spread.most());
        assertTrue(0 < least && least < expected && expected < most);
        assertTrue(most < concurrency(h100.ideal()));
    }

    private static long concurrency(Optional<LoadPoint> point) {
        return point.map(LoadPoint::concurrency).orElse(0L);
    }

    @Test
    void thePageDrawsThroughputAgainstLatencyForEachGpuWithTheLimitMarked() {
        Chart.Lines lines =
                SizingSection.page(answer()).sections().getFirst().blocks().stream()
                        .flatMap(block ->
                                block instanceof Block.Figure(_, _, Chart.Lines drawn)
                                        ? Optional.of(drawn).stream()
                                        : Optional.<Chart.Lines>empty().stream())
                        .findFirst()
                        .orElseThrow();
        assertEquals(
                List.of("H100-SXM5-80GB", "L4"),
                lines.series().stream().map(Chart.Lines.Line::name).toList());
        LoadPoint best = answer().rows().getFirst().sizing().expected().orElseThrow();
        assertEquals(1, lines.marks().size(), "the L4 serves nothing within the limits");
        assertEquals(best.perTokenSeconds() * 1e9, lines.marks().getFirst().x(), 1e-3);
        assertEquals(best.tokensPerSecond(), lines.marks().getFirst().y(), 1e-6);
        lines.series()
                .forEach(line ->
                        assertTrue(
                                line.points().getFirst().x() < line.points().getLast().x(),
                                line.name()));
    }

    @Test
    void allTablesFitEightyColumns() {
        String text =
                Terminal.text(SizingSection.blocks(answer()), 80)
                        + "\n"
                        + Terminal.text(StaticComputeSection.blocks(analysis(400, 512, 4), 8), 80);
        assertEquals(List.of(), text.lines().filter(line -> line.length() > 80).toList());
        assertTrue(text.contains(Cell.text("H100-SXM5-80GB").shown()), "names stay whole");
    }
}
