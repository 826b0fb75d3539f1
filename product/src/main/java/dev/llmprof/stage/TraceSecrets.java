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
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;

/// Keeps known secrets out of PyTorch traces that a run keeps.
public final class TraceSecrets {
    private static final int PIECE_BYTES = 1 << 16;

    private TraceSecrets() {}

    /// A packed copy without them.
    public static void copy(Path trace, Path packed) throws IOException {
        try (var out = new GZIPOutputStream(Files.newOutputStream(packed), PIECE_BYTES)) {
            pass(trace, out);
        }
    }

    /// Writes a packed trace anew where it has any. The hook knows variables and flags by their
    /// names only; one inside JSON, a header or a configuration is found here.
    public static void strike(Path packed) {
        Path beside = StageFiles.sibling(packed, ".part");
        try {
            if (SecretFilter.ofKnown().isNeeded()
                    && pass(packed, OutputStream.nullOutputStream())) {
                copy(packed, beside);
                Files.move(beside, packed, StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (EOFException | ZipException e) {
            // Damaged: whoever reads it says so.
            StageFiles.remove(beside);
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + packed, e);
        }
    }

    public static InputStream opened(Path trace) throws IOException {
        InputStream raw = Files.newInputStream(trace);
        return trace.getFileName().toString().endsWith(".gz")
                ? new GZIPInputStream(raw, PIECE_BYTES)
                : raw;
    }

    /// Whether there was any.
    private static boolean pass(Path trace, OutputStream out) throws IOException {
        SecretFilter secrets = SecretFilter.ofKnown();
        try (InputStream in = opened(trace)) {
            for (byte[] piece = in.readNBytes(PIECE_BYTES);
                    piece.length > 0;
                    piece = in.readNBytes(PIECE_BYTES)) {
                out.write(secrets.next(piece));
            }
            out.write(secrets.rest());
        }
        return secrets.hasHidden();
    }
}
