package dev.llmprof.config.source;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// Configuration files on the classpath, below a directory that holds a known file.
public final class ResourceRoot {

    private ResourceRoot() {}

    /// `known` is a file that the directory holds: it tells whether we run from a jar or from
    /// classes.
    public static ConfigRoot of(String provider, String directory, String known, Path shownFrom) {
        URL url = ResourceRoot.class.getResource("/" + directory + "/" + known);
        if (url == null) {
            return new MemoryRoot(provider, "pkg://" + directory, Map.of());
        }
        if (url.getProtocol().equals("file")) {
            Path file = Path.of(URI.create(url.toString()));
            Path parent = file.getParent();
            return new DirectoryRoot(provider, parent == null ? file : parent, shownFrom);
        }
        String text = url.toString();
        String jar = text.substring("jar:".length(), text.indexOf("!/"));
        return new MemoryRoot(provider, "pkg://" + directory, read(jar, directory + "/"));
    }

    private static Map<String, String> read(String jar, String prefix) {
        Map<String, String> texts = new HashMap<>();
        try (ZipFile zip = new ZipFile(Path.of(URI.create(jar)).toFile())) {
            var entries = zip.entries();
            while (entries.hasMoreElements()) {
                ZipEntry entry = entries.nextElement();
                String name = entry.getName();
                if (name.startsWith(prefix) && name.endsWith(".yaml")) {
                    try (InputStream in = zip.getInputStream(entry)) {
                        texts.put(
                                name.substring(prefix.length(), name.length() - ".yaml".length()),
                                DirectoryRoot.decode(in.readAllBytes(), name));
                    }
                }
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException("the program's own jar cannot be read", unreadable);
        }
        return texts;
    }
}
