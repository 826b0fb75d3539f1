package dev.llmprof.trace.kineto;

import dev.llmprof.trace.Packing;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipException;

/// Looks for a word in a trace without reading its events; several times as fast.
public final class KinetoSearch {
    private static final int BUFFER_BYTES = 1 << 18;
    private static final int HEAD_BYTES = 8;

    private KinetoSearch() {}

    /// Of plain and packed files; others, and damaged ones from where they are, hold nothing.
    public static boolean holds(Path file, String word) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES)) {
            in.mark(HEAD_BYTES);
            byte[] head = in.readNBytes(HEAD_BYTES);
            in.reset();
            return found(Packing.of(head).open(in), word.getBytes(StandardCharsets.UTF_8));
        } catch (ZipException | EOFException damaged) {
            return false;
        }
    }

    /// The end of each piece is kept, since a word may lie across two.
    private static boolean found(InputStream in, byte[] word) throws IOException {
        byte[] piece = new byte[BUFFER_BYTES];
        int kept = 0;
        while (true) {
            int read = in.read(piece, kept, piece.length - kept);
            if (read < 0) {
                return false;
            }
            int end = kept + read;
            if (contains(piece, end, word)) {
                return true;
            }
            kept = Math.min(end, word.length - 1);
            System.arraycopy(piece, end - kept, piece, 0, kept);
        }
    }

    private static boolean contains(byte[] piece, int end, byte[] word) {
        for (int at = 0; at + word.length <= end; at++) {
            if (piece[at] == word[0] && matches(piece, at, word)) {
                return true;
            }
        }
        return false;
    }

    private static boolean matches(byte[] piece, int from, byte[] word) {
        for (int at = 1; at < word.length; at++) {
            if (piece[from + at] != word[at]) {
                return false;
            }
        }
        return true;
    }
}
