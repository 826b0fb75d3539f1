package dev.llmprof.model.vision;

import dev.llmprof.model.shape.Images;
import dev.llmprof.model.shape.Operator;
import dev.llmprof.model.shape.Operator.Convolution;
import dev.llmprof.model.shape.Operator.Linear;
import dev.llmprof.model.shape.Operator.Linear.Split;
import dev.llmprof.model.shape.Operator.Norm;
import dev.llmprof.model.shape.Operator.Stored;
import dev.llmprof.model.shape.Vision;
import java.util.ArrayList;
import java.util.List;

/// A vision transformer that sees all tiles of a picture at once, as Llama 3.2 has it: every
/// picture is padded to the most tiles, and the decoder asks all their positions, so that a picture
/// takes one position of the prompt.
///
/// `side` is in patches along a tile, `shapes` are the grids it knows, `output` is the width of the
/// last layer and those handed on beside it.
public record JoinedTower(
        LayerShape shape,
        int layers,
        int gatedLayers,
        long patchPixels,
        long side,
        int tiles,
        long shapes,
        long output,
        long hidden)
        implements Vision {

    /// Positions of a tile are padded to a multiple of this.
    private static final long MULTIPLE = 8;

    @Override
    public List<String> stages() {
        return List.of("vision", "projector");
    }

    @Override
    public long promptTokens(Images images) {
        return images.count();
    }

    @Override
    public long askedPositions(Images images) {
        return (long) images.count() * tiles * positions();
    }

    @Override
    public String limitsSentence() {
        return "a picture is one position of the prompt; layers of their own ask its "
                + tiles * positions()
                + ", whatever its size";
    }

    /// Patches of a tile and a class token.
    private long positions() {
        return side * side + 1;
    }

    @Override
    public List<Operator> operators(String stage, Images images, int batch) {
        double seen = (double) images.count() * batch * tiles;
        return switch (stage) {
            case "vision" -> tower(seen);
            case "projector" -> projector(seen * positions());
            default -> throw new IllegalArgumentException("no vision stage " + stage);
        };
    }

    private List<Operator> tower(double seen) {
        List<Operator> operators = new ArrayList<>();
        long width = shape.width();
        double patches = seen * side * side;
        long kernel = patchPixels * patchPixels;
        operators.add(
                new Convolution(
                        "patch_embedding",
                        1,
                        patches,
                        patches * kernel,
                        3,
                        width,
                        kernel,
                        1,
                        false));
        operators.add(new Stored("class_embedding", 1, width));
        addPositions(operators, width);
        operators.add(new Norm("pre_layernorm", 1, seen * positions(), width, Norm.Kind.LAYER));
        double padded = (double) Math.ceilDiv(positions(), MULTIPLE) * MULTIPLE;
        double tokens = seen * padded;
        double scores = tokens * tiles * padded;
        new VisionLayers("", layers, shape, tokens, tokens, scores).addTo(operators);
        operators.add(new Norm("post_layernorm", 1, tokens, width, Norm.Kind.LAYER));
        new VisionLayers(".global", gatedLayers, shape, tokens, tokens, scores).addTo(operators);
        operators.add(new Stored("gates.global", gatedLayers, 2));
        return operators;
    }

    /// One table for the positions of a tile, three more for the tiles of each shape and of none;
    /// each has a gate.
    private void addPositions(List<Operator> operators, long width) {
        long rows = (shapes + 1) * tiles;
        operators.add(new Stored("position_embedding", 1, positions() * width + 1));
        operators.add(new Stored("tile_position_embedding", 1, rows * positions() * width));
        operators.add(new Stored("tile_embedding", 2, rows * width + 1));
    }

    private List<Operator> projector(double positions) {
        return List.of(new Linear("linear_1", 1, positions, output, hidden, true, Split.WHOLE));
    }
}
