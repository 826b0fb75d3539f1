package dev.llmprof.stage.server;

import dev.llmprof.stage.StageFiles;
import dev.llmprof.stage.TraceSecrets;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import java.util.zip.ZipException;

/// Waits for the traces that a server writes into a folder, late and piece by piece, until none
/// grows any more and each is whole.
final class TraceArrival {
    private static final int PIECE_BYTES = 1 << 16;
    private static final Duration LOOK = Duration.ofMillis(250);
    private static final Duration QUIET = Duration.ofSeconds(2);

    private final Path folder;
    private final Map<Path, Long> before;

    /// What is there now is of an earlier window.
    TraceArrival(Path folder) {
        this.folder = folder;
        this.before = sizes();
    }

    /// The new traces that are whole, and those that are not.
    record Arrived(List<Path> whole, List<Path> broken) {}

    /// Ends when nothing has changed for a while and all are whole, or when patience does.
    Arrived await(Duration patience, BooleanSupplier hurried) {
        long until = System.nanoTime() + patience.toNanos();
        Map<Path, Long> last = fresh();
        long changed = System.nanoTime();
        while (System.nanoTime() < until) {
            boolean quiet = System.nanoTime() - changed > QUIET.toNanos();
            if (quiet && !last.isEmpty() && last.keySet().stream().allMatch(TraceArrival::whole)) {
                break;
            }
            if (hurried.getAsBoolean() && last.isEmpty() && quiet) {
                break;
            }
            try {
                TimeUnit.MILLISECONDS.sleep(LOOK.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                break;
            }
            Map<Path, Long> now = fresh();
            if (!now.equals(last)) {
                last = now;
                changed = System.nanoTime();
            }
        }
        List<Path> all = last.keySet().stream().sorted().toList();
        return new Arrived(
                all.stream().filter(TraceArrival::whole).toList(),
                all.stream().filter(file -> !whole(file)).toList());
    }

    private Map<Path, Long> fresh() {
        Map<Path, Long> now = sizes();
        now.entrySet().removeIf(file -> file.getValue().equals(before.get(file.getKey())));
        return now;
    }

    private Map<Path, Long> sizes() {
        Map<Path, Long> sizes = new HashMap<>();
        if (!Files.isDirectory(folder)) {
            return sizes;
        }
        try (Stream<Path> files = Files.walk(folder, 3)) {
            for (Path file : files.filter(TraceArrival::isTrace).toList()) {
                sizes.put(file, Files.size(file));
            }
        } catch (IOException | UncheckedIOException e) {
            // A file that goes while we look is none of the last.
            return sizes;
        }
        return sizes;
    }

    private static boolean isTrace(Path file) {
        String name = file.getFileName().toString();
        return Files.isRegularFile(file)
                && (name.endsWith(".json") || name.endsWith(".json.gz"))
                && !name.startsWith(".");
    }

    /// A trace ends with a brace, and a compressed one with its checksum.
    static boolean whole(Path file) {
        try (InputStream in = TraceSecrets.opened(file)) {
            byte[] piece = new byte[PIECE_BYTES];
            int last = -1;
            for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
                for (int at = count - 1; at >= 0; at--) {
                    if (!Character.isWhitespace(piece[at])) {
                        last = piece[at];
                        break;
                    }
                }
            }
            return last == '}' || last == ']';
        } catch (EOFException | ZipException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + file, e);
        }
    }

    /// Copies without known secrets: the folder is the server's.
    static List<Path> collect(List<Path> traces, Path directory) {
        List<Path> collected = new ArrayList<>();
        for (Path trace : traces) {
            String name = trace.getFileName().toString();
            String ending = name.endsWith(".gz") ? ".json.gz" : ".json";
            String middle =
                    traces.size() == 1
                            ? ""
                            : "." + name.substring(0, name.length() - ending.length());
            Path target = directory.resolve("trace" + middle + ".json.gz");
            Path beside = StageFiles.sibling(target, ".part");
            try {
                TraceSecrets.copy(trace, beside);
                Files.move(beside, target, StandardCopyOption.REPLACE_EXISTING);
            } catch (IOException e) {
                throw new UncheckedIOException("copying " + trace, e);
            }
            collected.add(target);
        }
        return collected;
    }
}
