package dev.llmprof.model.shape;

import java.util.List;

/// The part of a model that turns pictures into positions of the prompt. Open: every family sees
/// differently.
public interface Vision {

    /// Its stages in order, as reports and ranges name them: `sam`, `clip`, `projector`.
    List<String> stages();

    /// Positions that these pictures take in one prompt.
    long promptTokens(Images images);

    /// Positions of these pictures that layers of the decoder ask, beside the prompt; none in most.
    default long askedPositions(Images images) {
        return 0;
    }

    /// To what size pictures are brought, and who says so; empty where their size is given.
    default String limitsSentence() {
        return "";
    }

    /// The operators of one stage for `batch` prompts with these pictures; with no pictures, the
    /// same operators with nothing to do.
    List<Operator> operators(String stage, Images images, int batch);
}
