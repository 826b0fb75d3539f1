package dev.llmprof.engine;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.bytedeco.javacpp.Loader;

/// The native libraries in the jars of the class path: name, size and the jar's own checksum of
/// each.
record NativeJars(String text, long bytes) {

    static NativeJars onClassPath() throws IOException {
        return in(System.getProperty("java.class.path", ""), Loader.Detector.getPlatform());
    }

    static NativeJars in(String classPath, String platform) throws IOException {
        var lines = new TreeSet<String>();
        long bytes = 0;
        for (Path jar : jars(classPath)) {
            try (var file = new JarFile(jar.toFile(), false)) {
                for (ZipEntry entry : libraries(file, platform)) {
                    bytes += entry.getSize();
                    lines.add(
                            String.join(
                                    " ",
                                    jar.getFileName().toString(),
                                    entry.getName(),
                                    Long.toString(entry.getSize()),
                                    Long.toHexString(entry.getCrc())));
                }
            }
        }
        return new NativeJars(String.join("\n", lines), bytes);
    }

    private static List<ZipEntry> libraries(JarFile file, String platform) {
        return file.stream()
                .filter(entry -> entry.getName().contains("/" + platform))
                .filter(entry -> entry.getName().matches(".*\\.so[.0-9]*"))
                .map(ZipEntry.class::cast)
                .toList();
    }

    /// What is named, and what those name in turn: the engine's jar names its libraries.
    private static List<Path> jars(String classPath) throws IOException {
        List<Path> jars = new ArrayList<>();
        for (String word : classPath.split(File.pathSeparator, -1)) {
            Path named = Path.of(word).toAbsolutePath();
            if (word.endsWith(".jar") && Files.isRegularFile(named)) {
                jars.add(named);
                jars.addAll(neighbours(named));
            }
        }
        return jars;
    }

    private static List<Path> neighbours(Path jar) throws IOException {
        List<Path> neighbours = new ArrayList<>();
        try (var file = new JarFile(jar.toFile(), false)) {
            String named =
                    Optional.ofNullable(file.getManifest())
                            .map(manifest ->
                                    manifest.getMainAttributes()
                                            .getValue(Attributes.Name.CLASS_PATH))
                            .orElse("");
            for (String word : named.split(" ", -1)) {
                Path neighbour = jar.resolveSibling(word);
                if (word.endsWith(".jar") && Files.isRegularFile(neighbour)) {
                    neighbours.add(neighbour);
                }
            }
        }
        return neighbours;
    }
}
