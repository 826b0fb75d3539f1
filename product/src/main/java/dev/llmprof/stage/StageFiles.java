package dev.llmprof.stage;

import dev.llmprof.cache.PassingFolder;
import dev.llmprof.pipeline.AtomicFile;
import dev.llmprof.pipeline.RunPaths;
import dev.llmprof.pipeline.Workspace;
import dev.llmprof.process.Command;
import dev.llmprof.tool.ShellQuote;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The files of a stage's directory.
public final class StageFiles {
    // A Unix socket's path has at most 108 characters, and profilers put theirs below TMPDIR.
    private static final int LONGEST_SCRATCH = 60;
    private static final int WINDOW_BYTES = 1 << 18;

    private static final int LONGEST_LINE = 300;
    private static final Pattern ESCAPES = Pattern.compile("\u001b\\[[0-?]*[ -/]*[@-~]");
    private static final Pattern CONTROLS = Pattern.compile("\\p{Cntrl}+");

    private StageFiles() {}

    /// The command as one would type it, on disk before the tool starts.
    public static Path writeCommand(Path file, Command command) {
        directory(file.resolveSibling(""));
        String variables =
                ShellQuote.variables(command).stream()
                        .map(variable -> ShellQuote.comment("with " + variable))
                        .collect(Collectors.joining());
        AtomicFile.write(file, ShellQuote.line(command) + "\n" + variables);
        return file;
    }

    public static Path directory(Path directory) {
        try {
            return Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException("making " + directory, e);
        }
    }

    /// A directory for a tool's temporary files, in the run directory where its path is not too
    /// long.
    public static Path scratch(Workspace workspace, String name) {
        Path inRun = workspace.runDirectory().resolve("tmp").resolve(name);
        try {
            return inRun.toString().length() <= LONGEST_SCRATCH
                    ? Files.createDirectories(inRun)
                    : PassingFolder.create(name);
        } catch (IOException e) {
            throw new UncheckedIOException("making a scratch directory", e);
        }
    }

    /// `stem.ending` and `stem.1.ending` …, in the order of their numbers.
    public static List<Path> named(Path directory, String stem, String ending) {
        try (var files = Files.list(directory)) {
            return files.filter(file -> isNamed(file, stem, ending) && Files.isRegularFile(file))
                    .sorted(
                            Comparator.comparingInt((Path file) -> file.toString().length())
                                    .thenComparing(Comparator.naturalOrder()))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("listing " + directory, e);
        }
    }

    /// Those whose names end so, by name.
    public static List<Path> ending(Path directory, String ending) {
        try (var files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException("listing " + directory, e);
        }
    }

    /// Removes what an earlier attempt left, so that nothing stale is taken for new.
    public static void clear(Path directory, String stem) {
        directory(directory);
        try (var files = Files.list(directory)) {
            files.filter(file -> file.getFileName().toString().startsWith(stem + "."))
                    .toList()
                    .forEach(StageFiles::remove);
        } catch (IOException e) {
            throw new UncheckedIOException("listing " + directory, e);
        }
    }

    public static void rename(Path from, Path to) {
        try {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("moving " + from, e);
        }
    }

    /// For nobody else to read.
    public static void keepPrivate(Path file) {
        try {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        } catch (IOException e) {
            throw new UncheckedIOException("changing who may read " + file, e);
        }
    }

    public static Path sibling(Path file, String ending) {
        String name = file.getFileName().toString();
        return file.resolveSibling(name.substring(0, name.lastIndexOf('.')) + ending);
    }

    public static void remove(Path path) {
        RunPaths.remove(path);
    }

    /// The end of a log. A program may print a gigabyte; what a tool has to say it says last.
    public static String text(Path file) {
        if (!Files.exists(file)) {
            return "";
        }
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            channel.position(Math.max(0, channel.size() - WINDOW_BYTES));
            ByteBuffer window = ByteBuffer.allocate(WINDOW_BYTES);
            while (window.hasRemaining() && channel.read(window) >= 0) {}
            return new String(window.array(), 0, window.position(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + file, e);
        }
    }

    /// For a person to read: programs also print colours, progress bars and bytes.
    public static String lastLines(Path log, int count) {
        List<String> lines =
                text(log)
                        .lines()
                        .map(StageFiles::readable)
                        .filter(line -> !line.isBlank())
                        .toList();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - count), lines.size()));
    }

    private static String readable(String line) {
        String plain = CONTROLS.matcher(ESCAPES.matcher(line).replaceAll("")).replaceAll(" ");
        return plain.length() <= LONGEST_LINE
                ? plain.stripTrailing()
                : "… " + plain.substring(plain.length() - LONGEST_LINE).stripTrailing();
    }

    private static boolean isNamed(Path file, String stem, String ending) {
        String name = file.getFileName().toString();
        return name.startsWith(stem + ".") && name.endsWith(ending);
    }
}
