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

/// A vision transformer over the patches of one square picture, and a projector to the decoder:
/// CLIP and SigLIP as LLaVA and Gemma 3 use them. `idleLayers` are stored but not run, where an
/// earlier layer's output is taken; so is the `pooled` head of SigLIP.
public record PatchTower(
        LayerShape shape,
        int layers,
        int idleLayers,
        SquarePatches patches,
        boolean postNorm,
        boolean pooled,
        Projector projector)
        implements Vision {

    /// How a square picture becomes positions: the pixels along a patch, the patches along the
    /// picture, and what stands beside them before the first layer.
    public record SquarePatches(
            long pixels, long side, boolean bias, boolean classToken, boolean norm) {
        long count() {
            return side * side;
        }

        long positions() {
            return count() + (classToken ? 1 : 0);
        }
    }

    /// From patches to positions of the prompt: `tokens` of a picture, through linear layers of
    /// these widths, the first being the tower's own. `norm` is the width of a norm before it.
    public record Projector(long tokens, List<Long> widths, boolean bias, long norm) {
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
        return images.count() * projector.tokens();
    }

    @Override
    public List<Operator> operators(String stage, Images images, int batch) {
        double pictures = (double) images.count() * batch;
        return switch (stage) {
            case "vision" -> tower(pictures);
            case "projector" -> projector(pictures);
            default -> throw new IllegalArgumentException("no vision stage " + stage);
        };
    }

    private List<Operator> tower(double pictures) {
        List<Operator> operators = new ArrayList<>();
        long width = shape.width();
        double seen = pictures * patches.count();
        long kernel = patches.pixels() * patches.pixels();
        double length = patches.positions();
        double tokens = pictures * length;
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
        operators.add(new Stored("position_embedding", 1, patches.positions() * width));
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

    private List<Operator> projector(double pictures) {
        List<Operator> operators = new ArrayList<>();
        double tokens = pictures * projector.tokens();
        if (projector.norm() > 0) {
            operators.add(new Norm("norm", 1, tokens, projector.norm(), Norm.Kind.RMS));
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
        return operators;
    }
}
