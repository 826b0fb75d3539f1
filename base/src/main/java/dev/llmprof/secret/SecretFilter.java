package dev.llmprof.secret;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// Hides known values in bytes that come piece by piece, as a program prints them. What may be the
/// beginning of one is held back until the next piece.
public final class SecretFilter {
    private static final byte[] HIDDEN = Secrets.HIDDEN.getBytes(StandardCharsets.UTF_8);

    private final List<byte[]> values;
    // Most bytes begin none, and a program may print a gigabyte.
    private final boolean[] begins = new boolean[256];
    private byte[] held = {};
    private boolean hasHidden;

    private SecretFilter(List<byte[]> values) {
        this.values = values;
        values.forEach(value -> begins[value[0] & 255] = true);
    }

    /// For the values that are known by now.
    public static SecretFilter ofKnown() {
        return new SecretFilter(
                Secrets.known().stream()
                        .map(value -> value.getBytes(StandardCharsets.UTF_8))
                        .sorted(Comparator.comparingInt((byte[] value) -> value.length).reversed())
                        .toList());
    }

    /// Whether there is anything to hide.
    public boolean isNeeded() {
        return !values.isEmpty();
    }

    /// Whether anything was hidden so far.
    public boolean hasHidden() {
        return hasHidden;
    }

    public byte[] next(byte[] piece) {
        if (values.isEmpty()) {
            return piece;
        }
        byte[] bytes = new byte[held.length + piece.length];
        System.arraycopy(held, 0, bytes, 0, held.length);
        System.arraycopy(piece, 0, bytes, held.length, piece.length);
        return hidden(bytes, false);
    }

    /// What was held back to the end.
    public byte[] rest() {
        return hidden(held, true);
    }

    private byte[] hidden(byte[] bytes, boolean isLast) {
        var out = new ByteArrayOutputStream(bytes.length);
        int at = 0;
        int from = 0;
        while (at < bytes.length) {
            int length = begins[bytes[at] & 255] ? matchAt(bytes, at, isLast) : 0;
            if (length < 0) {
                break;
            }
            if (length == 0) {
                at++;
            } else {
                out.write(bytes, from, at - from);
                out.writeBytes(HIDDEN);
                hasHidden = true;
                at += length;
                from = at;
            }
        }
        out.write(bytes, from, at - from);
        held = Arrays.copyOfRange(bytes, at, bytes.length);
        return out.toByteArray();
    }

    /// The length of the longest value that stands here, 0 for none, -1 where the bytes end too
    /// soon to say.
    private int matchAt(byte[] bytes, int at, boolean isLast) {
        for (byte[] value : values) {
            int same = 0;
            while (same < value.length
                    && at + same < bytes.length
                    && value[same] == bytes[at + same]) {
                same++;
            }
            if (same == value.length) {
                return same;
            }
            if (!isLast && at + same == bytes.length) {
                return -1;
            }
        }
        return 0;
    }
}
