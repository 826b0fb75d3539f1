package dev.llmprof.model.shape;

/// What is asked of a model: `batch` prompts of `promptTokens` text positions and some pictures,
/// and `newTokens` to generate for each.
public record Request(int batch, int promptTokens, int newTokens, Images images) {
    public static final Request DEFAULT = new Request(1, 512, 128, Images.NONE);

    public Request {
        if (batch < 1 || promptTokens < 0 || newTokens < 0) {
            throw new IllegalArgumentException("a request needs a batch and a length");
        }
    }

    public Request withBatch(int other) {
        return new Request(other, promptTokens, newTokens, images);
    }

    public Request withPromptTokens(int other) {
        return new Request(batch, other, newTokens, images);
    }

    public Request withNewTokens(int other) {
        return new Request(batch, promptTokens, other, images);
    }

    public Request withImages(Images other) {
        return new Request(batch, promptTokens, newTokens, other);
    }
}
