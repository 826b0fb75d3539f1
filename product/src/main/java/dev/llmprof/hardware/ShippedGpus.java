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
import java.util.Map;
import java.util.stream.Stream;

/// The GPUs of `conf/gpu` as the jar carries them.
public final class ShippedGpus {
    private static final String FOLDER = "/conf/gpu";

    private ShippedGpus() {}

    public static GpuCatalogue catalogue() {
        return Lazy.CATALOGUE;
    }

    private static final class Lazy {
        private static final GpuCatalogue CATALOGUE = read();

        private static GpuCatalogue read() {
            URL folder = ShippedGpus.class.getResource(FOLDER + "/auto.yaml");
            if (folder == null) {
                throw new IllegalStateException("conf/gpu is not in the jar");
            }
            try {
                return read(folder.toURI());
            } catch (IOException e) {
                throw new UncheckedIOException("reading conf/gpu", e);
            } catch (URISyntaxException e) {
                throw new IllegalStateException(e);
            }
        }

        private static GpuCatalogue read(URI folder) throws IOException {
            if (!folder.getScheme().equals("jar")) {
                return read(Path.of(folder).resolveSibling(""));
            }
            try (FileSystem jar = FileSystems.newFileSystem(folder, Map.of())) {
                return read(jar.getPath(FOLDER));
            }
        }

        private static GpuCatalogue read(Path folder) throws IOException {
            List<Gpu> gpus = new ArrayList<>();
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.filter(ShippedGpus::isGpu).toList()) {
                    gpus.add(
                            GpuReader.parse(
                                    Files.readString(file), "conf/gpu/" + file.getFileName()));
                }
            }
            return new GpuCatalogue(gpus);
        }
    }

    private static boolean isGpu(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.endsWith(".yaml") && !name.equals("auto.yaml");
    }
}
