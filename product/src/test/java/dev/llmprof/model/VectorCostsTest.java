package dev.llmprof.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.model.cost.Cost;
import dev.llmprof.model.cost.Costs;
import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.shape.Convention;
import dev.llmprof.model.shape.Operator;
import dev.llmprof.model.shape.Operator.Elementwise;
import dev.llmprof.model.shape.Operator.Elementwise.Arithmetic;
import dev.llmprof.model.shape.Operator.Norm;
import dev.llmprof.model.shape.Parallel;
import dev.llmprof.model.shape.Precision;
import org.junit.jupiter.api.Test;

/// Every formula that is no plain matrix product, with small numbers worked by hand.
class VectorCostsTest {
    private static final Counting BF16 = Counting.of(Precision.BF16);
    private static final Counting UNFUSED =
            new Counting(Precision.BF16, Convention.EXACT, false, Parallel.NONE);

    @Test
    void anRmsNormDoesFourFlopsAnElementAndReadsOneVectorAPass() {
        var norm = new Norm("layer_norm", 2, 10, 6, Norm.Kind.RMS);
        // 2 layers · 10 rows · 6 wide · (square, sum, scale, weight).
        assertEquals(2 * 10 * 6 * 4, Costs.of(norm, 5, BF16).vectorFlops());
        // 2 layers · 5 passes · 6 weights · 2 bytes.
        assertEquals(2 * 5 * 6 * 2, Costs.of(norm, 5, BF16).weightBytes());
        assertEquals(0, Costs.of(norm, 5, BF16).activationBytes());
        // Unfused, each element is read once and written once.
        assertEquals(2 * 10 * 6 * 2 * 2, Costs.of(norm, 5, UNFUSED).activationBytes());
        assertEquals(2 * 6, norm.parameters());
    }

    @Test
    void aLayerNormDoesSevenAndKeepsABias() {
        var norm = new Norm("norm", 1, 3, 8, Norm.Kind.LAYER);
        assertEquals(3 * 8 * 7, Costs.of(norm, 1, BF16).vectorFlops());
        assertEquals(2 * 8 * 2, Costs.of(norm, 1, BF16).weightBytes());
        assertEquals(2 * 8, norm.parameters());
        // Without its bias 8 weights stay; without weights only mean and variance, 5 an element.
        assertEquals(8, kind(Norm.Kind.LAYER_WITHOUT_BIAS).parameters());
        assertEquals(0, kind(Norm.Kind.LAYER_WITHOUT_WEIGHT).parameters());
        assertEquals(
                3 * 8 * 5, Costs.of(kind(Norm.Kind.LAYER_WITHOUT_WEIGHT), 1, BF16).vectorFlops());
        assertEquals(
                3 * 8 * 3, Costs.of(kind(Norm.Kind.RMS_WITHOUT_WEIGHT), 1, BF16).vectorFlops());
        assertEquals(16, kind(Norm.Kind.CHANNEL).parameters());
    }

    @Test
    void otherToolsSeeFiveFlopsInALayerNormAndNoneInAnRmsNorm() {
        Counting fvcore = BF16.with(Convention.FVCORE);
        assertEquals(3 * 8 * 5, Costs.of(kind(Norm.Kind.LAYER), 1, fvcore).vectorFlops());
        assertEquals(0, Costs.of(kind(Norm.Kind.RMS), 1, fvcore).vectorFlops());
        assertEquals(
                0, Costs.of(kind(Norm.Kind.LAYER), 1, BF16.with(Convention.TORCH)).vectorFlops());
    }

    @Test
    void activationsResidualsAndRotaryPositions() {
        // SiLU of one half times the other: 5 an element, two read and one written.
        assertArithmetic(5, 3, Arithmetic.GATED_ACTIVATION);
        // GELU by its tangent: 4, one read and one written.
        assertArithmetic(4, 2, Arithmetic.ACTIVATION);
        assertArithmetic(1, 3, Arithmetic.RESIDUAL);
        // A pair is turned by 4 products and 2 sums, 3 for each of its elements.
        assertArithmetic(3, 2, Arithmetic.ROTARY);
        assertArithmetic(1, 2, Arithmetic.SCALE);
    }

    @Test
    void anEmbeddingReadsOneRowATokenAndDoesNoFlops() {
        var table = new Operator.Embedding("embed_tokens", 1, 7, 1000, 12);
        Cost cost = Costs.of(table, 1, BF16);
        assertEquals(0, cost.flops());
        assertEquals(7 * 12 * 2, cost.weightBytes());
        assertEquals(7 * 12 * 2, cost.activationBytes());
        assertEquals(12_000, table.parameters());
    }

    @Test
    void aConvolutionMeetsItsKernelAtEveryOutput() {
        // 3 × 3 over 4 channels to 6, two groups, 10 × 5 outputs from 20 × 10 inputs.
        var convolution = new Operator.Convolution("conv", 1, 50, 200, 4, 6, 9, 2, true);
        Cost cost = Costs.of(convolution, 3, BF16);
        // 2 · Ho·Wo · Cout · Cin/groups · kh·kw.
        assertEquals(2 * 50 * 6 * (4 / 2) * 9, cost.tensorFlops());
        assertEquals(50 * 6, cost.vectorFlops());
        assertEquals(3 * (6 * 2 * 9 + 6) * 2, cost.weightBytes());
        assertEquals((200 * 4 + 50 * 6) * 2, cost.activationBytes());
        assertEquals(6 * 2 * 9 + 6, convolution.parameters());
    }

    @Test
    void relativePositionsMultiplyEveryQueryWithTwoTables() {
        // 2 heads of 4; a window of 3 × 3 has 9 queries that meet 3 rows of each of two tables.
        var positions = new Operator.RelativePositions("rel_pos", 1, 9 * 3, 2, 4, 5);
        Cost cost = Costs.of(positions, 1, BF16);
        // 2 FLOP · queries · (kh + kw) · h · H.
        assertEquals(2 * 9 * (3 + 3) * 4 * 2, cost.tensorFlops());
        // Each of the 9 · (3 + 3) · 2 products is added to its scores.
        assertEquals(9 * 6 * 2, cost.vectorFlops());
        // Two tables of 2·3 − 1 rows.
        assertEquals(2 * 5 * 4 * 2, cost.weightBytes());
        assertEquals(2 * 5 * 4, positions.parameters());
    }

    @Test
    void rotaryAnglesAreAProductOfPositionsAndFrequencies() {
        var angles = new Operator.RotaryAngles("rotary_angles", 1, 7, 16);
        assertEquals(2 * 7 * 16, Costs.of(angles, 1, BF16).vectorFlops());
        assertEquals(0, Costs.of(angles, 1, BF16).tensorFlops());
        assertEquals(2 * 7 * 16, Costs.of(angles, 1, BF16.with(Convention.TORCH)).tensorFlops());
    }

    @Test
    void whatIsOnlyStoredCostsNothing() {
        var stored = new Operator.Stored("sinks", 3, 8);
        assertEquals(Cost.NONE, Costs.of(stored, 4, BF16));
        assertEquals(24, stored.parameters());
    }

    private static void assertArithmetic(int flops, int touches, Arithmetic kind) {
        var elementwise = new Elementwise("x", 2, 11, kind);
        assertEquals(2 * 11 * flops, Costs.of(elementwise, 4, BF16).vectorFlops());
        assertEquals(0, Costs.of(elementwise, 4, BF16).bytes());
        assertEquals(2 * 11 * touches * 2, Costs.of(elementwise, 4, UNFUSED).activationBytes());
    }

    private static Norm kind(Norm.Kind kind) {
        return new Norm("norm", 1, 3, 8, kind);
    }
}
