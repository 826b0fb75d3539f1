package dev.llmprof.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.model.cost.Communication;
import dev.llmprof.model.cost.Cost;
import dev.llmprof.model.cost.Costs;
import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.cost.Memory;
import dev.llmprof.model.cost.Parameters;
import dev.llmprof.model.shape.Decoder;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Operator;
import dev.llmprof.model.shape.Operator.Elementwise;
import dev.llmprof.model.shape.Operator.Elementwise.Arithmetic;
import dev.llmprof.model.shape.Operator.Linear.Split;
import dev.llmprof.model.shape.Parallel;
import dev.llmprof.model.shape.Precision;
import dev.llmprof.model.shape.Work;
import org.junit.jupiter.api.Test;

/// What GPUs that share a model compute, hold and send, worked by hand.
class ParallelCostsTest {
    private static final Counting BF16 = Counting.of(Precision.BF16);

    @Test
    void aMatrixIsSplitByItsOutputsOrItsInputs() {
        Counting four = BF16.with(new Parallel(4, 1, 1));
        var up = new Operator.Linear("up_proj", 1, 10, 8, 16, false, Split.OUT);
        Cost cost = Costs.of(up, 1, four);
        assertEquals(2 * 10 * 8 * 16 / 4, cost.tensorFlops());
        assertEquals(8 * 16 / 4 * 2, cost.weightBytes());
        // Every GPU reads all 8 inputs and writes 16/4 outputs.
        assertEquals(10 * (8 + 4) * 2, cost.activationBytes());
        var down = new Operator.Linear("down_proj", 1, 10, 16, 8, false, Split.IN);
        assertEquals(10 * (4 + 8) * 2, Costs.of(down, 1, four).activationBytes());
    }

    @Test
    void expertsAreSharedByTheLargerOfTheTwoDegrees() {
        var experts = new Operator.Experts("experts", 1, 4, 8, 2, 6, 5, true, false);
        Cost alone = Costs.of(experts, 1, BF16);
        Cost shared = Costs.of(experts, 1, BF16.with(new Parallel(2, 1, 4)));
        assertEquals(alone.tensorFlops() / 4, shared.tensorFlops());
        assertEquals(alone.weightBytes() / 4, shared.weightBytes());
    }

    @Test
    void activationsAreSplitWithTheirMatricesAndTheStreamIsNot() {
        Counting four = BF16.with(new Parallel(4, 1, 1));
        var gate = new Elementwise("activation", 1, 80, Arithmetic.GATED_ACTIVATION);
        assertEquals(80 / 4 * 5, Costs.of(gate, 1, four).vectorFlops());
        var rotary = new Elementwise("rotary", 1, 80, Arithmetic.ROTARY);
        assertEquals(80 / 4 * 3, Costs.of(rotary, 1, four).vectorFlops());
        var residual = new Elementwise("residual", 1, 80, Arithmetic.RESIDUAL);
        assertEquals(80, Costs.of(residual, 1, four).vectorFlops());
    }

    @Test
    void aPipelineHandsTheStreamOverEveryBoundary() {
        Decoder decoder = dense();
        // 5 tokens of 32 wide in two bytes, over three boundaries between four GPUs.
        assertEquals(3 * 5 * 32 * 2, sent(decoder, new Parallel(1, 4, 1)));
        // Four decoding steps of two sequences: 8 tokens over one boundary.
        assertEquals(
                8 * 32 * 2,
                Communication.bytes(
                        decoder, Work.decode(2, 9, 4), BF16.with(new Parallel(1, 2, 1))));
    }

    @Test
    void expertsGetAndGiveBackWhatOthersChose() {
        Decoder decoder = mixture();
        // A token of 32 wide goes to 2 experts and back; of four GPUs three are others', and each
        // GPU sends for a quarter of the 5 tokens. Three layers.
        assertEquals(3 * 2 * 2 * (5 * 32 * 2) * 0.75 / 4, sent(decoder, new Parallel(1, 1, 4)));
    }

    @Test
    void tensorAndPipelineParallelismAddUp() {
        Decoder decoder = dense();
        double tensor = sent(decoder, new Parallel(2, 1, 1));
        double pipeline = sent(decoder, new Parallel(1, 2, 1));
        // Two all-reduces in 3 layers, each 2·½ of 5·32 elements; ½ of the 10 logits of the last.
        assertEquals(3 * 2 * 2 * 0.5 * 5 * 32 * 2 + 0.5 * 10 * 2, tensor);
        assertEquals(tensor + pipeline, sent(decoder, new Parallel(2, 2, 1)));
        assertEquals(0, sent(decoder, Parallel.NONE));
    }

    @Test
    void weightsAreDividedWhereMatricesAndLayersAre() {
        Model model = model("");
        double norms = (2 * 3 + 1) * 32 * 2;
        double whole = Memory.weights(model, BF16);
        assertEquals(2.0 * Parameters.of(model, Precision.BF16).total(), whole);
        // Norms are held by every GPU that splits matrices; a pipeline holds its own layers.
        assertEquals(
                (whole - norms) / 2 + norms,
                Memory.weights(model, BF16.with(new Parallel(2, 1, 1))));
        assertEquals(whole / 2, Memory.weights(model, BF16.with(new Parallel(1, 2, 1))));
    }

    private static double sent(Decoder decoder, Parallel parallel) {
        return Communication.bytes(decoder, Work.prefill(1, 5), BF16.with(parallel));
    }

    private static Decoder dense() {
        return model("").decoder();
    }

    private static Decoder mixture() {
        return model(", \"num_local_experts\": 8, \"num_experts_per_tok\": 2").decoder();
    }

    private static Model model(String more) {
        return ModelFixtures.of(
                """
                {"model_type": "mixtral", "hidden_size": 32, "num_hidden_layers": 3,
                 "num_attention_heads": 4, "num_key_value_heads": 4, "intermediate_size": 64,
                 "vocab_size": 10%s}\
                """
                        .formatted(more.isEmpty() ? ", \"num_local_experts\": 1" : more));
    }
}
