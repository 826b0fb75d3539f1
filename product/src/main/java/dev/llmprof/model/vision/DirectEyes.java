package dev.llmprof.model.vision;

import dev.llmprof.model.shape.Images;
import dev.llmprof.model.shape.Operator;
import dev.llmprof.model.shape.Operator.Linear;
import dev.llmprof.model.shape.Operator.Linear.Split;
import dev.llmprof.model.shape.Operator.Norm;
import dev.llmprof.model.shape.Operator.Stored;
import dev.llmprof.model.shape.Vision;
import java.util.List;

/// Eyes without layers, as Gemma 4 12B has them: the pixels of a square are normed and go through
/// one matrix, a learned position is added, and a projector ends it.
///
/// `side` is of a square in pixels, `positionRows` are of both axes, `projected` is the width that
/// the projector is given and `hidden` the decoder's.
public record DirectEyes(
        long side, long width, long positionRows, long projected, long hidden, PictureLimits limits)
        implements Vision {

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
        return limits.squares(images.widthPixels(), images.heightPixels(), side);
    }

    @Override
    public List<Operator> operators(String stage, Images images, int batch) {
        double squares = (double) images.count() * batch * limits.encoded(squares(images));
        return switch (stage) {
            case "vision" -> embedded(squares);
            case "projector" ->
                    List.of(
                            new Norm(
                                    "projector.norm",
                                    1,
                                    squares,
                                    projected,
                                    Norm.Kind.RMS_WITHOUT_WEIGHT),
                            new Linear(
                                    "projector.linear_1",
                                    1,
                                    squares,
                                    projected,
                                    hidden,
                                    false,
                                    Split.WHOLE));
            default -> throw new IllegalArgumentException("no vision stage " + stage);
        };
    }

    private List<Operator> embedded(double squares) {
        long pixels = 3 * side * side;
        return List.of(
                new Norm("patch_ln1", 1, squares, pixels, Norm.Kind.LAYER),
                new Linear("patch_dense", 1, squares, pixels, width, true, Split.WHOLE),
                new Norm("patch_ln2", 1, squares, width, Norm.Kind.LAYER),
                new Stored("pos_embed", 1, positionRows * width),
                new Norm("pos_norm", 1, squares, width, Norm.Kind.LAYER));
    }
}
