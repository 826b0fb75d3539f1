package dev.llmprof.tool;

import java.nio.file.Path;
import java.util.List;

/// The built-in engine's command line, up to the settings file that follows it.
public final class Engine {
    public static final String JAR = "llmprof-engine.jar";

    private Engine() {}

    /// C1 only: the work is libtorch's, and the second compiler's threads would take its cores.
    public static List<String> launcher(Path javaHome, Path engineHome) {
        return List.of(
                javaHome.resolve("bin").resolve("java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-Xmx1g",
                "-Djava.awt.headless=true",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                engineHome.resolve(JAR).toString(),
                "dev.llmprof.engine.Main");
    }
}
