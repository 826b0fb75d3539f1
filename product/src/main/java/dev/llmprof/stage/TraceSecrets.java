package dev.llmprof.stage;

import dev.llmprof.secret.SecretFilter;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;

/// Keeps known secrets out of PyTorch traces that a run keeps.
public final class TraceSecrets {
    private static final int PIECE_BYTES = 1 << 16;

    private TraceSecrets() {}

    /// What came of a trace: had it any, and did it end well.
    private record Passed(boolean hadAny, boolean isWhole) {}

    /// A packed copy without them.
    public static void copy(Path trace, Path packed) throws IOException {
        if (!copied(trace, packed).isWhole()) {
            throw new EOFException(trace + " breaks off");
        }
    }

    /// Writes a packed trace anew where it has any; one that breaks off does so as before. The hook
    /// knows variables and flags by their names only; one inside JSON, a header or a configuration
    /// is found here.
    public static void strike(Path packed) {
        Path beside = StageFiles.sibling(packed, ".part");
        try {
            if (SecretFilter.ofKnown().isNeeded()
                    && pass(packed, OutputStream.nullOutputStream()).hadAny()) {
                copied(packed, beside);
                Files.move(beside, packed, StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + packed, e);
        }
    }

    /// Without its end a copy is as damaged as what it was made of: whoever reads it says so.
    private static Passed copied(Path trace, Path packed) throws IOException {
        try (OutputStream file = Files.newOutputStream(packed)) {
            var out = new GZIPOutputStream(file, PIECE_BYTES, true);
            Passed passed = pass(trace, out);
            if (passed.isWhole()) {
                out.finish();
            } else {
                out.flush();
            }
            return passed;
        }
    }

    public static InputStream opened(Path trace) throws IOException {
        InputStream raw = Files.newInputStream(trace);
        return trace.getFileName().toString().endsWith(".gz")
                ? new GZIPInputStream(raw, PIECE_BYTES)
                : raw;
    }

    private static Passed pass(Path trace, OutputStream out) throws IOException {
        SecretFilter secrets = SecretFilter.ofKnown();
        boolean isWhole = true;
        try (InputStream in = opened(trace)) {
            byte[] piece = new byte[PIECE_BYTES];
            for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
                out.write(secrets.next(Arrays.copyOf(piece, count)));
            }
        } catch (EOFException | ZipException cut) {
            isWhole = false;
        }
        out.write(secrets.rest());
        return new Passed(secrets.hasHidden(), isWhole);
    }
}
