package dev.llmprof.model.shape;

/// Pictures in one prompt, all of one size. `mode` names a family's resolution mode; empty is the
/// family's own default.
public record Images(int count, int widthPixels, int heightPixels, String mode) {
    public static final Images NONE = new Images(0, 1024, 1024, "");

    public Images {
        if (count < 0 || widthPixels < 1 || heightPixels < 1) {
            throw new IllegalArgumentException("images need a size");
        }
    }
}
