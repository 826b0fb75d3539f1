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
/// them to positions of the prompt: Qwen's from VL 2 on, Pixtral, GLM's, Kimi's and Gemma 4's.
///
/// `window` is a side in squares, of all layers but `wholeLayers`, or zero; `endNorm` stands behind
/// the last layer.
public record GridTower(
        LayerShape shape,
        int layers,
        int wholeLayers,
        long window,
        GridPatch patch,
        boolean endNorm,
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
    /// first being a square's; where `gated`, all but the last have another of their size beside
    /// them.
    public record Merger(
            String name,
            Norm.Kind norm,
            long normWidth,
            List<Long> widths,
            boolean bias,
            boolean gated) {
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
        double patches = pictures * limits.encoded(squares) * merge * merge;
        return switch (stage) {
            case "vision" -> tower(pictures, patches, squares);
            case "projector" -> projector(patches, pictures * squares.across() * squares.down());
            default -> throw new IllegalArgumentException("no vision stage " + stage);
        };
    }

    private List<Operator> tower(double pictures, double patches, PictureLimits.Squares squares) {
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
            double seen = within(squares.across()) * within(squares.down());
            double scores = pictures * seen * merge * merge * merge * merge;
            layers("", windowed, patches, scores).addTo(operators);
        }
        String suffix = windowed > 0 ? ".global" : "";
        if (layers > windowed) {
            layers(suffix, layers - windowed, patches, patches * each).addTo(operators);
        }
        if (endNorm) {
            operators.add(new Norm("post_norm", 1, patches, width, shape.norm()));
        }
        return operators;
    }

    /// Pairs along a side of so many squares that stand in one window; the last is narrower.
    private double within(long squares) {
        long rest = squares % window;
        long whole = squares / window;
        return (double) (whole * window * window + rest * rest);
    }

    private VisionLayers layers(String suffix, int count, double tokens, double scores) {
        return new VisionLayers(suffix, count, shape, tokens, tokens, scores);
    }

    private List<Operator> projector(double patches, double squares) {
        List<Operator> operators = new ArrayList<>();
        for (Merger merger : mergers) {
            if (merger.normWidth() > 0) {
                // One narrower than what it stands before is over patches, not over squares.
                double rows = merger.normWidth() < merger.widths().getFirst() ? patches : squares;
                String name = merger.name() + ".norm";
                operators.add(new Norm(name, 1, rows, merger.normWidth(), merger.norm()));
            }
            addLinear(operators, merger, squares);
        }
        return operators;
    }

    private static void addLinear(List<Operator> operators, Merger merger, double squares) {
        List<Long> widths = merger.widths();
        for (int i = 1; i < widths.size(); i++) {
            String name = merger.name() + ".linear_" + i;
            operators.add(linear(merger, name, squares, i));
            if (merger.gated() && i < widths.size() - 1) {
                operators.add(linear(merger, name + "_gate", squares, i));
            }
        }
        if (widths.size() > 2) {
            operators.add(
                    new Elementwise(
                            merger.name() + ".activation",
                            1,
                            squares * widths.get(widths.size() - 2),
                            merger.gated()
                                    ? Elementwise.Arithmetic.GATED_ACTIVATION
                                    : Elementwise.Arithmetic.ACTIVATION));
        }
    }

    private static Linear linear(Merger merger, String name, double squares, int i) {
        long in = merger.widths().get(i - 1);
        return new Linear(name, 1, squares, in, merger.widths().get(i), merger.bias(), Split.WHOLE);
    }
}
