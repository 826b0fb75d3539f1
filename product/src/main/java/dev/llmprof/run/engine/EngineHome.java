package dev.llmprof.run.engine;

import java.net.URISyntaxException;
import java.nio.file.Path;

/// Where the engine's jar and its libraries are.
public final class EngineHome {
    private static final String PROPERTY = "llmprof.engine.home";

    private EngineHome() {}

    /// What the launcher says, else beside the product in a source tree.
    public static Path find() {
        String told = System.getProperty(PROPERTY, "");
        return told.isEmpty() ? besideProduct() : Path.of(told);
    }

    /// `product/target/llmprof.jar` and `product/target/classes` both lead to `engine/target`.
    private static Path besideProduct() {
        try {
            Path product =
                    Path.of(
                            EngineHome.class
                                    .getProtectionDomain()
                                    .getCodeSource()
                                    .getLocation()
                                    .toURI());
            return product.resolve("../../../engine/target").normalize();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the product's own place is not a path", e);
        }
    }
}
