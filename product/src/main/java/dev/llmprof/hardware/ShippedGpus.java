package dev.llmprof.hardware;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The GPUs of `conf/gpu` as the jar carries them.
public final class ShippedGpus {
    private static final String FOLDER = "/conf/gpu";

    private ShippedGpus() {}

    public static GpuCatalogue catalogue() {
        return Lazy.CATALOGUE;
    }

    /// As the catalogue has it, parsing no file but those that hold the name.
    public static Optional<Gpu> matching(String driverName) {
        String wanted = driverName.strip().toLowerCase(Locale.ROOT);
        return read(yaml -> yaml.toLowerCase(Locale.ROOT).contains(wanted)).matching(driverName);
    }

    private static final class Lazy {
        private static final GpuCatalogue CATALOGUE = read(_ -> true);
    }

    private static GpuCatalogue read(Predicate<String> wanted) {
        URL folder = ShippedGpus.class.getResource(FOLDER + "/auto.yaml");
        if (folder == null) {
            throw new IllegalStateException("conf/gpu is not in the jar");
        }
        try {
            return read(folder.toURI(), wanted);
        } catch (IOException e) {
            throw new UncheckedIOException("reading conf/gpu", e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static GpuCatalogue read(URI folder, Predicate<String> wanted) throws IOException {
        if (!folder.getScheme().equals("jar")) {
            return read(Path.of(folder).resolveSibling(""), wanted);
        }
        try (FileSystem jar = FileSystems.newFileSystem(folder, Map.of())) {
            return read(jar.getPath(FOLDER), wanted);
        }
    }

    private static GpuCatalogue read(Path folder, Predicate<String> wanted) throws IOException {
        List<Gpu> gpus = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(ShippedGpus::isGpu).toList()) {
                String yaml = Files.readString(file);
                if (wanted.test(yaml)) {
                    gpus.add(GpuReader.parse(yaml, "conf/gpu/" + file.getFileName()));
                }
            }
        }
        return new GpuCatalogue(gpus);
    }

    private static boolean isGpu(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.endsWith(".yaml") && !name.equals("auto.yaml");
    }
}
