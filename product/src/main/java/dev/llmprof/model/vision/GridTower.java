package dev.llmprof.model.vision;

import dev.llmprof.model.shape.Images;
import dev.llmprof.model.shape.Operator;
import dev.llmprof.model.shape.Operator.Convolution;
import dev.llmprof.model.shape.Operator.Elementwise;
import dev.llmprof.model.shape.Operator.Linear;
import dev.llmprof.model.shape.Operator.Linear.Split;
import dev.llmprof.model.shape.Operator.Norm;
import dev.llmprof.model.shape.Operator.Stored;
import dev.llmprof.model.shape.Vision;
import java.util.ArrayList;
import java.util.List;

/// A vision transformer that takes pictures of any size as a grid of patches and merges squares of
/// them to positions of the prompt: Qwen's from VL 2 on, and Pixtral.
///
/// `window` is a side in patches, of all layers but `wholeLayers`, or zero.
public record GridTower(
        LayerShape shape,
        int layers,
        int wholeLayers,
        long window,
        GridPatch patch,
        PictureLimits limits,
        long merge,
        List<Merger> mergers)
        implements Vision {

    /// How pixels become positions: the side of a patch, the pictures it reaches over, a bias, the
    /// rows of learned positions or zero, and a norm before the first layer.
    public record GridPatch(long side, long frames, boolean bias, long positionRows, boolean norm) {
        long pixels() {
            return side * side * frames;
        }
    }

    /// A norm over `normWidth`, if that is above zero, then linear layers of these widths, the
    /// first being a square's.
    public record Merger(
            String name, Norm.Kind norm, long normWidth, List<Long> widths, boolean bias) {
        public Merger {
            widths = List.copyOf(widths);
        }
    }

    public GridTower {
        mergers = List.copyOf(mergers);
    }

    @Override
    public List<String> stages() {
        return List.of("vision", "projector");
    }

    @Override
    public long promptTokens(Images images) {
        return images.count() * limits.tokens(squares(images));
    }

    @Override
    public String limitsSentence() {
        return limits.sentence();
    }

    private PictureLimits.Squares squares(Images images) {
        return limits.squares(images.widthPixels(), images.heightPixels(), patch.side() * merge);
    }

    @Override
    public List<Operator> operators(String stage, Images images, int batch) {
        double pictures = (double) images.count() * batch;
        PictureLimits.Squares squares = squares(images);
        double patches = pictures * squares.across() * squares.down() * merge * merge;
        return switch (stage) {
            case "vision" -> tower(pictures, patches);
            case "projector" -> projector(patches);
            default -> throw new IllegalArgumentException("no vision stage " + stage);
        };
    }

    private List<Operator> tower(double pictures, double patches) {
        List<Operator> operators = new ArrayList<>();
        long width = shape.width();
        operators.add(
                new Convolution(
                        "patch_embed",
                        1,
                        patches,
                        patches * patch.pixels(),
                        3,
                        width,
                        patch.pixels(),
                        1,
                        patch.bias()));
        if (patch.positionRows() > 0) {
            operators.add(new Stored("pos_embed", 1, patch.positionRows() * width));
        }
        if (patch.norm()) {
            operators.add(new Norm("pre_norm", 1, patches, width, shape.norm()));
        }
        double each = pictures == 0 ? 0 : patches / pictures;
        int windowed = window > 0 ? layers - wholeLayers : 0;
        if (windowed > 0) {
            double seen = Math.min(each, (double) window * window);
            layers("", windowed, patches, patches * seen).addTo(operators);
        }
        String suffix = windowed > 0 ? ".global" : "";
        layers(suffix, layers - windowed, patches, patches * each).addTo(operators);
        return operators;
    }

    private VisionLayers layers(String suffix, int count, double tokens, double scores) {
        return new VisionLayers(suffix, count, shape, tokens, tokens, scores);
    }

    private List<Operator> projector(double patches) {
        List<Operator> operators = new ArrayList<>();
        double squares = patches / (merge * merge);
        for (Merger merger : mergers) {
            if (merger.normWidth() > 0) {
                double rows = merger.normWidth() == shape.width() ? patches : squares;
                String name = merger.name() + ".norm";
                operators.add(new Norm(name, 1, rows, merger.normWidth(), merger.norm()));
            }
            List<Long> widths = merger.widths();
            for (int i = 1; i < widths.size(); i++) {
                operators.add(
                        new Linear(
                                merger.name() + ".linear_" + i,
                                1,
                                squares,
                                widths.get(i - 1),
                                widths.get(i),
                                merger.bias(),
                                Split.WHOLE));
            }
            operators.add(
                    new Elementwise(
                            merger.name() + ".activation",
                            1,
                            squares * widths.get(widths.size() - 2),
                            Elementwise.Arithmetic.ACTIVATION));
        }
        return operators;
    }
}
