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

/// A vision transformer over the patches of square views, and a projector to the decoder: CLIP and
/// SigLIP as LLaVA and Gemma 3 use them, and those that look at tiles of a picture. `idleLayers`
/// are stored but not run, where an earlier layer's output is taken; so is the `pooled` head of
/// SigLIP.
public record PatchTower(
        LayerShape shape,
        int layers,
        int idleLayers,
        SquarePatches patches,
        boolean postNorm,
        boolean pooled,
        Projector projector,
        Tiling tiling)
        implements Vision {

    /// How a square view becomes positions: the pixels along a patch, the patches along the view,
    /// and what is next to them before the first layer; `rows` are those of learned positions and
    /// of tokens that stand for a patch.
    public record SquarePatches(
            long pixels, long side, boolean bias, boolean classToken, boolean norm, long rows) {
        long count() {
            return side * side;
        }

        long positions() {
            return count() + (classToken ? 1 : 0);
        }
    }

    /// From patches to positions of the prompt: `tokens` of a view, through linear layers of these
    /// widths, the first being the tower's own or that of squares of it. `normWidth` is that of a
    /// norm before them, or zero; `own` are parameters put between the views.
    public record Projector(
            long tokens,
            List<Long> widths,
            boolean bias,
            long normWidth,
            Norm.Kind norm,
            long own) {
        public Projector {
            widths = List.copyOf(widths);
        }
    }

    @Override
    public List<String> stages() {
        return List.of("vision", "projector");
    }

    @Override
    public long promptTokens(Images images) {
        return images.count()
                * tiling.tokens(images.widthPixels(), images.heightPixels(), projector.tokens());
    }

    @Override
    public String limitsSentence() {
        return tiling.sentence();
    }

    @Override
    public List<Operator> operators(String stage, Images images, int batch) {
        long each = tiling.views(images.widthPixels(), images.heightPixels());
        double views = (double) images.count() * batch * each;
        return switch (stage) {
            case "vision" -> tower(views);
            case "projector" -> projector(views);
            default -> throw new IllegalArgumentException("no vision stage " + stage);
        };
    }

    private List<Operator> tower(double views) {
        List<Operator> operators = new ArrayList<>();
        long width = shape.width();
        double seen = views * patches.count();
        long kernel = patches.pixels() * patches.pixels();
        double length = patches.positions();
        double tokens = views * length;
        operators.add(
                new Convolution(
                        "patch_embedding",
                        1,
                        seen,
                        seen * kernel,
                        3,
                        width,
                        kernel,
                        1,
                        patches.bias()));
        if (patches.classToken()) {
            operators.add(new Stored("class_embedding", 1, width));
        }
        operators.add(new Stored("position_embedding", 1, patches.rows() * width));
        if (patches.norm()) {
            operators.add(new Norm("pre_layernorm", 1, tokens, width, Norm.Kind.LAYER));
        }
        layers("", layers, tokens, tokens * length).addTo(operators);
        if (idleLayers > 0) {
            layers(".idle", idleLayers, 0, 0).addTo(operators);
        }
        addEnd(operators, tokens);
        return operators;
    }

    private VisionLayers layers(String suffix, int count, double tokens, double scores) {
        return new VisionLayers(suffix, count, shape, tokens, tokens, scores);
    }

    private void addEnd(List<Operator> operators, double tokens) {
        long width = shape.width();
        long inner = shape.inner();
        if (postNorm) {
            double normed = idleLayers > 0 ? 0 : tokens;
            operators.add(new Norm("post_layernorm", 1, normed, width, Norm.Kind.LAYER));
        }
        if (pooled) {
            long matrices = 4 * width * (width + 1) + 2 * width * inner + inner + width;
            operators.add(new Stored("pooling_head", 1, width + matrices + 2 * width));
        }
    }

    private List<Operator> projector(double views) {
        List<Operator> operators = new ArrayList<>();
        double tokens = views * projector.tokens();
        if (projector.normWidth() > 0) {
            operators.add(new Norm("norm", 1, tokens, projector.normWidth(), projector.norm()));
        }
        List<Long> widths = projector.widths();
        for (int i = 1; i < widths.size(); i++) {
            operators.add(
                    new Linear(
                            "linear_" + i,
                            1,
                            tokens,
                            widths.get(i - 1),
                            widths.get(i),
                            projector.bias(),
                            Split.WHOLE));
        }
        if (projector.own() > 0) {
            operators.add(new Stored("between", 1, projector.own()));
        }
        return operators;
    }
}
