package dev.llmprof.hardware;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/// The GPUs of `conf/gpu` as the jar carries them.
public final class ShippedGpus {
    private static final String FOLDER = "conf/gpu/";
    private static final Map<String, Optional<Gpu>> BY_DRIVER_NAME = new ConcurrentHashMap<>();

    private ShippedGpus() {}

    public static GpuCatalogue catalogue() {
        return Lazy.CATALOGUE;
    }

    /// As the catalogue has it, parsing no file but those that hold the name.
    public static Optional<Gpu> matching(String driverName) {
        return BY_DRIVER_NAME.computeIfAbsent(driverName, ShippedGpus::found);
    }

    private static Optional<Gpu> found(String driverName) {
        String wanted = driverName.strip().toLowerCase(Locale.ROOT);
        return read(yaml -> yaml.toLowerCase(Locale.ROOT).contains(wanted)).matching(driverName);
    }

    private static final class Lazy {
        private static final GpuCatalogue CATALOGUE = read(_ -> true);
    }

    private static GpuCatalogue read(Predicate<String> wanted) {
        URL folder = ShippedGpus.class.getResource("/" + FOLDER + "auto.yaml");
        if (folder == null) {
            throw new IllegalStateException("conf/gpu is not in the jar");
        }
        List<Gpu> gpus = new ArrayList<>();
        try {
            files(folder)
                    .forEach((name, yaml) -> {
                        if (wanted.test(yaml)) {
                            gpus.add(GpuReader.parse(yaml, FOLDER + name));
                        }
                    });
        } catch (IOException e) {
            throw new UncheckedIOException("reading conf/gpu", e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
        return new GpuCatalogue(gpus);
    }

    /// By their names. The jar is open already for its classes, so that a second look costs little;
    /// a file system over it would read it through once more.
    private static SortedMap<String, String> files(URL one) throws IOException, URISyntaxException {
        SortedMap<String, String> files = new TreeMap<>();
        if (one.openConnection() instanceof JarURLConnection inJar) {
            try (var jar = new JarFile(Path.of(inJar.getJarFileURL().toURI()).toFile())) {
                for (JarEntry entry : Collections.list(jar.entries())) {
                    if (entry.getName().startsWith(FOLDER) && isGpu(entry.getName())) {
                        byte[] utf8 = jar.getInputStream(entry).readAllBytes();
                        files.put(
                                entry.getName().substring(FOLDER.length()),
                                new String(utf8, StandardCharsets.UTF_8));
                    }
                }
            }
            return files;
        }
        try (var found = Files.newDirectoryStream(Path.of(one.toURI()).resolveSibling(""))) {
            for (Path file : found) {
                if (isGpu(file.toString())) {
                    files.put(String.valueOf(file.getFileName()), Files.readString(file));
                }
            }
        }
        return files;
    }

    private static boolean isGpu(String name) {
        return name.endsWith(".yaml") && !name.endsWith("/auto.yaml");
    }
}
