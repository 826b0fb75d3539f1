package dev.llmprof.model;

import java.util.List;

/// The kinds of models we can read, most particular first.
public final class Architectures {
    private static final List<Architecture> ALL =
            List.of(new DeepSeekOcr(), new GridVision(), new PatchedVision(), new PlainDecoder());

    private Architectures() {}

    public static Model read(ModelConfig config) {
        return ALL.stream()
                .filter(architecture -> architecture.knows(config))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the last one knows every config"))
                .read(config);
    }
}
