package dev.llmprof.table;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Texts that repeat, each held once and known by its number; built from UTF-8 bytes without making
/// strings on the way.
public final class Symbols {
    public static final String OTHER = "(other)";
    private static final int MOST_TEXTS = 1 << 17;
    private static final long MOST_BYTES = 64L << 20;

    private final byte[][] bytes;
    private final String[] texts;

    private Symbols(byte[][] bytes) {
        this.bytes = bytes;
        this.texts = new String[bytes.length];
    }

    /// That texts were too many to be kept apart.
    public static String remark(long events) {
        return "more than %d different names and shapes: %d times another one counts as '%s'"
                .formatted(MOST_TEXTS, events, OTHER);
    }

    public int size() {
        return bytes.length;
    }

    public String text(int code) {
        String text = texts[code];
        return text.isEmpty() && bytes[code].length > 0 ? decoded(code) : text;
    }

    private String decoded(int code) {
        texts[code] = new String(bytes[code], StandardCharsets.UTF_8);
        return texts[code];
    }

    /// Gives each new text the next number.
    public static final class Builder {
        private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

        private byte[][] bytes = new byte[64][];
        private long[] hashes = new long[64];
        private int[] slots = new int[128];
        private int size;
        private long totalBytes;
        private long others;
        private int otherCode = -1;

        /// How often a text was one too many, and became [#OTHER].
        public long others() {
            return others;
        }

        public int intern(String text) {
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            return intern(utf8, 0, utf8.length);
        }

        public int intern(byte[] source, int from, int to) {
            long hash = hash(source, from, to);
            int slot = (int) (hash >>> 32) & (slots.length - 1);
            while (slots[slot] != 0) {
                int code = slots[slot] - 1;
                if (hashes[code] == hash && isSame(bytes[code], source, from, to)) {
                    return code;
                }
                slot = (slot + 1) & (slots.length - 1);
            }
            // The one text more is that of the others.
            if (size >= MOST_TEXTS || totalBytes + (to - from) > MOST_BYTES) {
                return other();
            }
            return append(Arrays.copyOfRange(source, from, to), hash, slot);
        }

        /// Of two texts with one hash. It tells texts of less than eight bytes apart by itself:
        /// each of its steps can be undone.
        private static boolean isSame(byte[] text, byte[] source, int from, int to) {
            int length = to - from;
            if (text.length != length || length < Long.BYTES) {
                return text.length == length;
            }
            int last = length - Long.BYTES;
            for (int at = 0; at < last; at += Long.BYTES) {
                if (Words.longAt(text, at) != Words.longAt(source, from + at)) {
                    return false;
                }
            }
            return Words.longAt(text, last) == Words.longAt(source, from + last);
        }

        /// Whether all texts of another builder can be kept apart here, too.
        public boolean hasRoomFor(Builder more) {
            return more.others == 0
                    && size + more.size < MOST_TEXTS
                    && totalBytes + more.totalBytes < MOST_BYTES;
        }

        /// Takes over the texts of another builder, and gives the number each has here.
        public int[] addAll(Builder more) {
            int[] codes = new int[more.size];
            for (int code = 0; code < codes.length; code++) {
                codes[code] = intern(more.bytes[code], 0, more.bytes[code].length);
            }
            return codes;
        }

        private int other() {
            others++;
            if (otherCode < 0) {
                byte[] text = OTHER.getBytes(StandardCharsets.UTF_8);
                long hash = hash(text, 0, text.length);
                int slot = (int) (hash >>> 32) & (slots.length - 1);
                while (slots[slot] != 0) {
                    slot = (slot + 1) & (slots.length - 1);
                }
                otherCode = append(text, hash, slot);
            }
            return otherCode;
        }

        public Symbols build() {
            Symbols symbols = new Symbols(Arrays.copyOf(bytes, size));
            Arrays.fill(symbols.texts, "");
            return symbols;
        }

        private int append(byte[] text, long hash, int slot) {
            if (size == bytes.length) {
                bytes = Arrays.copyOf(bytes, size * 2);
                hashes = Arrays.copyOf(hashes, size * 2);
            }
            bytes[size] = text;
            totalBytes += text.length;
            hashes[size] = hash;
            slots[slot] = ++size;
            if (size * 2 > slots.length) {
                rehash();
            }
            return size - 1;
        }

        private void rehash() {
            slots = new int[slots.length * 2];
            for (int code = 0; code < size; code++) {
                int slot = (int) (hashes[code] >>> 32) & (slots.length - 1);
                while (slots[slot] != 0) {
                    slot = (slot + 1) & (slots.length - 1);
                }
                slots[slot] = code + 1;
            }
        }

        private static long hash(byte[] source, int from, int to) {
            long hash = (to - from) * MIX;
            int at = from;
            for (; at + 8 <= to; at += 8) {
                hash = (hash ^ Words.longAt(source, at)) * MIX;
                hash ^= hash >>> 29;
            }
            if (at < to) {
                hash = (hash ^ tail(source, at, to)) * MIX;
            }
            hash ^= hash >>> 32;
            return hash * MIX;
        }

        /// The last bytes, fewer than eight, as one number.
        private static long tail(byte[] source, int from, int to) {
            if (from + Long.BYTES <= source.length) {
                return Words.longAt(source, from) & ((1L << ((to - from) * Byte.SIZE)) - 1);
            }
            long word = 0;
            for (int at = to - 1; at >= from; at--) {
                word = (word << Byte.SIZE) | (source[at] & 0xFF);
            }
            return word;
        }
    }
}
