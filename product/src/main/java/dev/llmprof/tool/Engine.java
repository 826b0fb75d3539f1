package dev.llmprof.tool;

import dev.llmprof.process.Command;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The built-in engine's command line, up to the settings file that follows it.
public final class Engine {
    public static final String JAR = "llmprof-engine.jar";

    /// Beside the jar: the natives for the CPU that came with the engine.
    private static final String CPU_NATIVES = "torch/*";

    private Engine() {}

    /// C1 only: the work is libtorch's, and the second compiler's threads would take its cores.
    /// `cudaNatives` take the place of those for the CPU.
    public static List<String> launcher(
            Path javaHome, Path engineHome, Optional<Path> cudaNatives) {
        List<String> argv = new ArrayList<>();
        argv.addAll(
                List.of(
                        javaHome.resolve("bin").resolve("java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Xshare:auto",
                        "-Xmx1g",
                        "-Djava.awt.headless=true",
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow"));
        // Without it JavaCPP does not look for CUDA's libraries in /usr/local/cuda.
        cudaNatives.ifPresent(_ -> argv.add("-Dorg.bytedeco.javacpp.platform.extension=-gpu"));
        Path natives = cudaNatives.orElseGet(() -> engineHome.resolve(CPU_NATIVES));
        argv.addAll(
                List.of(
                        "-cp",
                        engineHome.resolve(JAR) + File.pathSeparator + natives,
                        "dev.llmprof.engine.Main"));
        return argv;
    }

    /// The engine's jar in a launcher.
    public static Optional<Path> jar(List<String> launcher) {
        return launcher.stream()
                .flatMap(word -> List.of(word.split(File.pathSeparator)).stream())
                .filter(word -> word.endsWith(JAR))
                .map(Path::of)
                .findFirst();
    }

    /// Loads libtorch and says what it can do; see [EngineBuild].
    public static Command about(List<String> launcher) {
        List<String> argv = new ArrayList<>(launcher);
        argv.add("--about");
        return Command.of(argv);
    }
}
