package dev.llmprof.model.vision;

import dev.llmprof.model.shape.Operator;
import dev.llmprof.model.shape.Operator.Convolution;
import dev.llmprof.model.shape.Operator.Norm;
import dev.llmprof.model.shape.Operator.RelativePositions;
import dev.llmprof.model.shape.Operator.Stored;
import java.util.ArrayList;
import java.util.List;

/// Segment Anything's picture encoder: windowed and global attention with relative positions, a
/// neck, and convolutions of stride two after it. `grid` is the side of its own position table.
public record SamEncoder(
        long width,
        long heads,
        int layers,
        int globalLayers,
        long inner,
        long window,
        long patch,
        long grid,
        long neck,
        Norm.Kind neckNorm,
        List<Long> compressor) {

    public SamEncoder {
        compressor = List.copyOf(compressor);
    }

    public List<Operator> operators(List<View> views) {
        List<Operator> operators = new ArrayList<>();
        double tokens = sum(views, side -> side * side);
        double pixels = sum(views, side -> patch * patch * side * side);
        operators.add(
                new Convolution(
                        "patch_embed", 1, tokens, pixels, 3, width, patch * patch, 1, true));
        operators.add(new Stored("pos_embed", 1, grid * grid * width));
        addWindowed(operators, views, tokens);
        addGlobal(operators, views, tokens);
        addNeck(operators, views, tokens);
        return operators;
    }

    /// The grid is padded to whole windows, and the padding goes through the matrices too.
    private void addWindowed(List<Operator> operators, List<View> views, double tokens) {
        int count = layers - globalLayers;
        double padded = sum(views, side -> padded(side) * padded(side));
        double scores = padded * window * window;
        new VisionLayers("", count, shape(), tokens, padded, scores).addTo(operators);
        operators.add(positions("rel_pos", count, padded * window, 2 * window - 1));
    }

    private void addGlobal(List<Operator> operators, List<View> views, double tokens) {
        double scores = sum(views, side -> side * side * side * side);
        double pairs = sum(views, side -> side * side * side);
        new VisionLayers(".global", globalLayers, shape(), tokens, tokens, scores).addTo(operators);
        operators.add(positions("rel_pos.global", globalLayers, pairs, 2 * grid - 1));
    }

    private LayerShape shape() {
        return LayerShape.plain(width, heads, inner);
    }

    private RelativePositions positions(String name, int count, double pairs, long rows) {
        return new RelativePositions(name, count, pairs, heads, width / heads, rows);
    }

    private void addNeck(List<Operator> operators, List<View> views, double tokens) {
        operators.add(new Convolution("neck.0", 1, tokens, tokens, width, neck, 1, 1, false));
        operators.add(new Norm("neck.norms", 2, tokens, neck, neckNorm));
        operators.add(new Convolution("neck.2", 1, tokens, tokens, neck, neck, 9, 1, false));
        long channels = neck;
        long shrink = 1;
        for (int i = 0; i < compressor.size(); i++) {
            long before = shrink;
            long after = shrink * 2;
            operators.add(
                    new Convolution(
                            "net_" + (i + 2),
                            1,
                            sum(views, side -> halved(side, after) * halved(side, after)),
                            sum(views, side -> halved(side, before) * halved(side, before)),
                            channels,
                            compressor.get(i),
                            9,
                            1,
                            false));
            channels = compressor.get(i);
            shrink = after;
        }
    }

    private static double halved(double side, long by) {
        return Math.ceil(side / by);
    }

    private double padded(double side) {
        return Math.ceil(side / window) * window;
    }

    private double sum(List<View> views, java.util.function.DoubleUnaryOperator ofSide) {
        double sum = 0;
        for (View view : views) {
            sum += view.count() * ofSide.applyAsDouble((double) view.sidePixels() / patch);
        }
        return sum;
    }
}
