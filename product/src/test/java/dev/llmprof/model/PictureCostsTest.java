package dev.llmprof.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.model.cost.Cost;
import dev.llmprof.model.cost.Costs;
import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.shape.Images;
import dev.llmprof.model.shape.Operator;
import dev.llmprof.model.shape.Precision;
import dev.llmprof.model.vision.LayerShape;
import dev.llmprof.model.vision.PatchTower;
import dev.llmprof.model.vision.SamEncoder;
import dev.llmprof.model.vision.Tiling;
import dev.llmprof.model.vision.View;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Encoders of pictures, small enough to be worked by hand.
class PictureCostsTest {
    private static final Counting BF16 = Counting.of(Precision.BF16);

    /// Width 8, 2 heads of 4, windows of 3, patches of 2: a picture of 8 pixels has 4 × 4 patches,
    /// padded to 6 × 6, which is 4 windows of 9.
    private static final List<Operator> SAM =
            new SamEncoder(8, 2, 3, 1, 16, 3, 2, 4, 5, Operator.Norm.Kind.CHANNEL, List.of(6L))
                    .operators(List.of(new View(8, 1)));

    @Test
    void patchesAreAConvolutionOfTheirOwnStride() {
        // 16 patches, each 3 colours of 2 × 2 pixels to 8 channels.
        assertEquals(2 * 16 * 3 * 4 * 8, flops("patch_embed"));
        assertEquals(3 * 4 * 8 + 8, parameters("patch_embed"));
    }

    @Test
    void paddedWindowsGoThroughTheMatricesToo() {
        // Two windowed layers, 36 positions each, 3·8·8 weights.
        assertEquals(2 * 2 * 36 * 8 * 24, flops("qkv"));
        assertEquals(2 * 2 * 36 * 8 * 8, flops("proj"));
        // 4·d·nw·win⁴ in each.
        assertEquals(2 * 4 * 8 * 4 * 81, flops("attention"));
        // The feed-forward sees the 16 real positions only.
        assertEquals(2 * 2 * 16 * 8 * 16, flops("fc1"));
        // Each of 36 queries meets 3 + 3 rows, 2 heads of 4; tables of 2·3 − 1 rows.
        assertEquals(2 * 2 * 36 * 6 * 4 * 2, flops("rel_pos"));
        assertEquals(2 * 2 * 5 * 4, parameters("rel_pos"));
    }

    @Test
    void aGlobalLayerSeesAllPairsAndNoPadding() {
        assertEquals(2 * 16 * 8 * 24, flops("qkv.global"));
        assertEquals(4 * 8 * 16 * 16, flops("attention.global"));
        assertEquals(2 * 16 * (4 + 4) * 4 * 2, flops("rel_pos.global"));
        // Its tables know the whole grid: 2·4 − 1 rows.
        assertEquals(2 * 7 * 4, parameters("rel_pos.global"));
    }

    @Test
    void theNeckNarrowsAndTheCompressorHalves() {
        assertEquals(2 * 16 * 8 * 5, flops("neck.0"));
        assertEquals(2 * 16 * 5 * 5 * 9, flops("neck.2"));
        // Stride two leaves 2 × 2.
        assertEquals(2 * 4 * 5 * 6 * 9, flops("net_2"));
    }

    @Test
    void anEncodersAttentionMovesItsKeysAsActivations() {
        Operator attention = find("attention.global");
        Cost cost = Costs.of(attention, 1, BF16);
        assertEquals(0, cost.cacheReadBytes() + cost.cacheWriteBytes());
        // Query, key, value and output of 16 positions, 8 wide, in two bytes.
        assertEquals(4 * 16 * 8 * 2, cost.activationBytes());
        // Five FLOP of softmax for each pair and head.
        assertEquals(5 * 16 * 16 * 2, cost.vectorFlops());
    }

    @Test
    void aClipTowerHasItsClassTokenAndItsProjector() {
        // 2 × 2 patches and a class token: 5 positions, one layer of width 8.
        var projector =
                new PatchTower.Projector(4, List.of(8L, 12L), true, 0, Operator.Norm.Kind.RMS, 0);
        var patches = new PatchTower.SquarePatches(2, 2, false, true, true, 5);
        var shape = LayerShape.plain(8, 2, 16);
        var tower =
                new PatchTower(shape, 1, 0, patches, true, false, projector, new Tiling.Whole());
        List<Operator> seen = tower.operators("vision", new Images(3, 4, 4, ""), 2);
        // Six pictures.
        assertEquals(6 * 4 * 8 * 25, Costs.of(find(seen, "attention"), 1, BF16).tensorFlops());
        assertEquals(2 * 6 * 5 * 8 * 16, Costs.of(find(seen, "fc1"), 1, BF16).tensorFlops());
        assertEquals(5 * 8, find(seen, "position_embedding").parameters());
        List<Operator> out = tower.operators("projector", new Images(3, 4, 4, ""), 2);
        assertEquals(2 * 6 * 4 * 8 * 12, Costs.of(out.getFirst(), 1, BF16).tensorFlops());
        assertEquals(12, tower.promptTokens(new Images(3, 4, 4, "")));
    }

    private static double flops(String name) {
        return Costs.of(find(name), 1, BF16).tensorFlops();
    }

    private static long parameters(String name) {
        return find(name).parameters();
    }

    private static Operator find(String name) {
        return find(SAM, name);
    }

    private static Operator find(List<Operator> operators, String name) {
        return operators.stream()
                .filter(operator -> operator.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
