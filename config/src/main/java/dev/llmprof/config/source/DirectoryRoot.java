package dev.llmprof.config.source;

import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.error.Kind;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Configuration files in a directory.
public final class DirectoryRoot implements ConfigRoot {
    static final long MAX_BYTES = 10L << 20;

    private final String provider;
    private final Path directory;
    private final Path shownFrom;

    /// Files below `shownFrom`, where the user stands, are shown relative to it.
    public DirectoryRoot(String provider, Path directory, Path shownFrom) {
        this.provider = provider;
        this.directory = directory.toAbsolutePath().normalize();
        this.shownFrom = shownFrom.toAbsolutePath().normalize();
    }

    @Override
    public String provider() {
        return provider;
    }

    @Override
    public String path() {
        return "file://" + directory;
    }

    @Override
    public boolean isAvailable() {
        return Files.isDirectory(directory);
    }

    @Override
    public Optional<ConfigText> read(String name) {
        Optional<Path> file = below(ConfigRoot.fileName(name)).filter(Files::isRegularFile);
        if (file.isEmpty() || name.isEmpty()) {
            return Optional.empty();
        }
        Path path = file.get();
        String shownAs = path.startsWith(shownFrom) ? shownFrom.relativize(path) + "" : path + "";
        return Optional.of(new ConfigText(shownAs, text(path, shownAs)));
    }

    @Override
    public boolean isGroup(String group) {
        return below(group).filter(Files::isDirectory).isPresent();
    }

    @Override
    public List<String> options(String group) {
        return names(group, path -> (path + "").endsWith(".yaml") && Files.isRegularFile(path))
                .stream()
                .map(name -> name.substring(0, name.length() - ".yaml".length()))
                .toList();
    }

    @Override
    public List<String> groups(String group) {
        return names(group, Files::isDirectory);
    }

    private List<String> names(String group, Predicate<Path> wanted) {
        Optional<Path> path = below(group).filter(Files::isDirectory);
        if (path.isEmpty()) {
            return List.of();
        }
        List<String> names = new ArrayList<>();
        try (var entries = Files.newDirectoryStream(path.get())) {
            for (Path entry : entries) {
                if (wanted.test(entry)) {
                    names.add(entry.getFileName() + "");
                }
            }
        } catch (IOException unreadable) {
            throw unreadable(path.get() + "");
        }
        return names;
    }

    private Optional<Path> below(String name) {
        try {
            return Optional.of(directory.resolve(name));
        } catch (InvalidPathException noPath) {
            return Optional.empty();
        }
    }

    private static String text(Path path, String shownAs) {
        try {
            long bytes = Files.size(path);
            if (bytes > MAX_BYTES) {
                throw new ConfigError(
                        Kind.LIMIT,
                        new Problem(
                                "the file has "
                                        + bytes
                                        + " bytes; a configuration file has at most "
                                        + MAX_BYTES,
                                shownAs,
                                "split it, or keep data outside the configuration"));
            }
            return decode(Files.readAllBytes(path), shownAs);
        } catch (IOException unreadable) {
            throw unreadable(shownAs);
        }
    }

    static String decode(byte[] bytes, String shownAs) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        try {
            String text = StandardCharsets.UTF_8.newDecoder().decode(buffer).toString();
            return text.startsWith("\uFEFF") ? text.substring(1) : text;
        } catch (CharacterCodingException notUtf8) {
            int at = buffer.position();
            String before = new String(bytes, 0, at, StandardCharsets.UTF_8);
            int line = (int) before.chars().filter(c -> c == '\n').count() + 1;
            int column = before.length() - before.lastIndexOf('\n');
            throw new ConfigError(
                    Kind.YAML_ERROR,
                    new Problem(
                            "the file is not UTF-8 (line " + line + ", column " + column + ")",
                            shownAs + ":" + line + ":" + column,
                            "save it as UTF-8"));
        }
    }

    private static ConfigError unreadable(String shownAs) {
        return new ConfigError(
                Kind.YAML_ERROR,
                new Problem(
                        "the file or directory cannot be read", shownAs, "check its permissions"));
    }
}
