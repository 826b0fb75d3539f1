package dev.llmprof.engine;

import java.io.File;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// A JVM with this test's own class path, whatever started the test.
final class EngineJvm {
    private EngineJvm() {}

    static List<String> launcher() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                classPath(),
                Main.class.getName());
    }

    /// llmprof in a JVM of its own, with the engine that was built here.
    static List<String> llmprof(String classPath) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-Dllmprof.engine.home=" + Path.of("target").toAbsolutePath(),
                "-cp",
                classPath,
                "dev.llmprof.app.Main");
    }

    /// The jar as users have it.
    static List<String> packedLlmprof() {
        return llmprof(Path.of("../product/target/llmprof.jar").toAbsolutePath().toString());
    }

    static String classPath() {
        if (EngineJvm.class.getClassLoader() instanceof URLClassLoader loader) {
            return Arrays.stream(loader.getURLs())
                    .map(url -> Path.of(url.getPath()).toString())
                    .collect(Collectors.joining(File.pathSeparator));
        }
        return System.getProperty("java.class.path");
    }
}
