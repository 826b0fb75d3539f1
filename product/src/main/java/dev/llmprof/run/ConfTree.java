package dev.llmprof.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/// The configuration tree that is shipped in the jar.
public final class ConfTree {
    private static final String ROOT = "/conf";

    private ConfTree() {}

    /// Each file's bytes under its path below the tree's root, in the order of the paths.
    public static Map<String, byte[]> shipped() {
        URL root = ConfTree.class.getResource(ROOT);
        if (root == null) {
            throw new IllegalStateException("the configuration tree is not in the jar");
        }
        try {
            URI uri = root.toURI();
            if (!uri.getScheme().equals("jar")) {
                return filesBelow(Path.of(uri));
            }
            try (var jar = FileSystems.newFileSystem(uri, Map.of())) {
                return filesBelow(jar.getPath(ROOT));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("reading the shipped configuration tree", e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<String, byte[]> filesBelow(Path root) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        try (var paths = Files.walk(root)) {
            for (Path file : paths.filter(Files::isRegularFile).toList()) {
                files.put(root.relativize(file).toString(), Files.readAllBytes(file));
            }
        }
        return files;
    }
}
