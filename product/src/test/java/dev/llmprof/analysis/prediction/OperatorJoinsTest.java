package dev.llmprof.analysis.prediction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.llmprof.analysis.event.Shapes;
import dev.llmprof.analysis.phase.PhaseOperator;
import dev.llmprof.model.shape.Operator;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A layer of width 1024 with 16 heads of 64, joined by hand.
class OperatorJoinsTest {
    private static final List<PaperCosts.Row> LAYER =
            List.of(
                    linear("q_proj", 1024, 1024),
                    linear("k_proj", 1024, 512),
                    linear("v_proj", 1024, 512),
                    row("attention", "attention", signature(OperatorClass.ATTENTION, 16, 64)),
                    linear("o_proj", 1024, 1024),
                    linear("gate_proj", 1024, 2816),
                    linear("up_proj", 1024, 2816),
                    row("activation", "activation"),
                    linear("down_proj", 2816, 1024),
                    row("norm1", "norm", signature(OperatorClass.NORM, 1, 1024)),
                    row("residual", "elementwise"));

    @Test
    void weightsOfOneSizeShareARowAndOthersHaveTheirOwn() {
        OperatorJoin join =
                join(
                        ran("aten::mm", "[[8, 1024], [1024, 1024]]", 70),
                        ran("aten::linear", "[[1, 8, 2816], [1024, 2816]]", 30),
                        ran("aten::addmm", "[[2816], [8, 1024], [1024, 2816], [], []]", 50),
                        ran("aten::addmv_", "[[512], [512, 1024], [1024], [], []]", 5));

        assertEquals(70, nanos(join, "q_proj", "o_proj"));
        assertEquals(30, nanos(join, "down_proj"));
        assertEquals(50, nanos(join, "gate_proj", "up_proj"));
        assertEquals(5, nanos(join, "k_proj", "v_proj"));
        assertEquals(200, row(join, "q_proj", "o_proj").boundNanos());
        assertEquals(0, join.restNanos());
    }

    @Test
    void neighboursThatRunAsOneProductAreJoinedAsOne() {
        OperatorJoin join =
                join(
                        ran("aten::mm", "[[8, 1024], [1024, 2048]]", 70),
                        ran("aten::_scaled_mm", "[[8, 1024], [1024, 5632], []]", 90));

        assertEquals(70, nanos(join, "q_proj", "o_proj", "k_proj", "v_proj"));
        assertEquals(90, nanos(join, "gate_proj", "up_proj"));
    }

    @Test
    void attentionIsKnownByItsHeadsInEitherOrderAndByProductsOfActivations() {
        OperatorJoin join =
                join(
                        ran("aten::_flash_attention_forward", "[[2, 559, 16, 64], [], []]", 20),
                        ran("aten::scaled_dot_product_attention", "[[2, 16, 559, 64]]", 3),
                        ran("aten::bmm", "[[32, 559, 64], [32, 64, 559]]", 11));

        assertEquals(34, nanos(join, "attention"));
        assertEquals(OperatorJoin.Match.SHAPE, row(join, "attention").match());
    }

    @Test
    void aModuleSaysWhatItsSmallPartsAreFor() {
        var norm =
                new PhaseOperator("prefill", "aten::pow", "[[8, 1024]]", "Qwen2RMSNorm", 1, 7, 9);
        OperatorJoin join = join(norm, ran("aten::silu", "[[8, 2816]]", 4));

        assertEquals(9, nanos(join, "norm1"));
        assertEquals(OperatorJoin.Match.NAME, row(join, "norm1").match());
        assertEquals(4, nanos(join, "activation"));
    }

    @Test
    void whatNothingExplainsIsTheRestTheLongestFirst() {
        OperatorJoin join =
                join(
                        ran("aten::cat", "[[[8, 512], [8, 512]], []]", 10),
                        ran("aten::mm", "[[8, 77], [77, 99]]", 30),
                        ran("aten::mm", "[[8, 1024], [1024, 512]]", 60));

        assertEquals(
                List.of("aten::mm", "aten::cat"),
                join.rest().stream().map(PhaseOperator::name).toList());
        assertEquals(.6, join.coverage(), 1e-12);
        assertEquals(40, join.restNanos());
    }

    @Test
    void anOperatorThatNothingRanForStaysWithItsBound() {
        OperatorJoin.Row down = row(join(), "down_proj");
        assertEquals(OperatorJoin.Match.NONE, down.match());
        assertEquals(100, down.boundNanos());
        assertEquals(0, down.measuredNanos());
    }

    @Test
    void partsThatDoNotAddUpAreRefused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new OperatorJoin("decode", 1, true, 10, List.of(), List.of()));
    }

    @Test
    void hostileShapesAreNoShapes() {
        for (String text :
                List.of(
                        "",
                        "[",
                        "]",
                        "[[",
                        "]]",
                        "[[99999999999999999999]]",
                        "<script>",
                        "[[],[]")) {
            assertEquals(0, join(ran("aten::mm", text, 1)).coverage(), text);
        }
        assertEquals(List.of(), Shapes.of("no list").inputs());
        assertEquals(
                List.of(List.of(1L, 2L), List.of(3L), List.of()),
                Shapes.of("[[[1, 2], [3]], []]").inputs());
    }

    @Test
    void expertsRunOneMatrixAtATime() {
        var experts = new Operator.Experts("experts", 3, 8, 64, 6, 1280, 896, true, false);
        assertEquals(
                List.of(
                        signature(OperatorClass.MATRIX, 1280, 896),
                        signature(OperatorClass.MATRIX, 896, 1280),
                        signature(OperatorClass.MATRIX, 1280, 1792)),
                Signature.of(experts));
    }

    private static OperatorJoin join(PhaseOperator... ran) {
        return OperatorJoins.of("prefill", 1, LAYER, List.of(ran), true);
    }

    private static PhaseOperator ran(String name, String shapes, long nanos) {
        return new PhaseOperator("prefill", name, shapes, "", 1, 2 * nanos, nanos);
    }

    private static long nanos(OperatorJoin join, String... names) {
        return row(join, names).measuredNanos();
    }

    private static OperatorJoin.Row row(OperatorJoin join, String... names) {
        return join.rows().stream()
                .filter(row -> row.names().equals(List.of(names)))
                .findFirst()
                .orElseThrow(() -> new AssertionError(join.rows().toString()));
    }

    private static PaperCosts.Row linear(String name, long in, long out) {
        return row(name, "linear", signature(OperatorClass.MATRIX, in, out));
    }

    private static Signature signature(OperatorClass kind, long in, long out) {
        return new Signature(kind, in, out);
    }

    private static PaperCosts.Row row(String name, String kind, Signature... signatures) {
        return new PaperCosts.Row(
                "prefill",
                name,
                kind,
                24,
                List.of(signatures),
                1e6,
                1e6,
                1e3,
                100,
                Prediction.Bound.COMPUTE);
    }
}
