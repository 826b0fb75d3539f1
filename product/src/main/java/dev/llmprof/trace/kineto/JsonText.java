package dev.llmprof.trace.kineto;

import java.util.Arrays;

/// Undoes the escapes of a JSON string, byte for byte; what is no escape is kept as it stands.
final class JsonText {
    private final byte[] out;
    private int size;

    private JsonText(int length) {
        out = new byte[length];
    }

    /// The text between the quotes as UTF-8.
    static byte[] unescape(byte[] source, int from, int to) {
        JsonText text = new JsonText(to - from);
        int at = from;
        while (at < to) {
            if (source[at] != '\\' || at + 1 == to) {
                text.add(source[at++]);
            } else {
                at = text.escape(source, at + 1, to);
            }
        }
        return Arrays.copyOf(text.out, text.size);
    }

    /// An escape is never shorter than what it stands for, so `out` is long enough.
    private int escape(byte[] source, int at, int to) {
        switch (source[at]) {
            case 'n' -> add('\n');
            case 't' -> add('\t');
            case 'r' -> add('\r');
            case 'b' -> add('\b');
            case 'f' -> add('\f');
            case '"', '\\', '/' -> add(source[at]);
            case 'u' -> {
                return unicode(source, at + 1, to);
            }
            default -> {
                add('\\');
                add(source[at]);
            }
        }
        return at + 1;
    }

    private int unicode(byte[] source, int at, int to) {
        int unit = hex(source, at, to);
        if (unit < 0) {
            add('\\');
            add('u');
            return at;
        }
        int next = at + 4;
        if (Character.isHighSurrogate((char) unit)
                && next + 1 < to
                && source[next] == '\\'
                && source[next + 1] == 'u') {
            int low = hex(source, next + 2, to);
            if (low >= 0 && Character.isLowSurrogate((char) low)) {
                point(Character.toCodePoint((char) unit, (char) low));
                return next + 6;
            }
        }
        point(Character.isSurrogate((char) unit) ? '?' : unit);
        return next;
    }

    private static int hex(byte[] source, int at, int to) {
        if (at + 4 > to) {
            return -1;
        }
        int unit = 0;
        for (int i = at; i < at + 4; i++) {
            int digit = Character.digit(source[i], 16);
            if (digit < 0) {
                return -1;
            }
            unit = unit * 16 + digit;
        }
        return unit;
    }

    private void point(int codePoint) {
        if (codePoint < 0x80) {
            add(codePoint);
        } else if (codePoint < 0x800) {
            add(0xC0 | (codePoint >> 6));
            add(0x80 | (codePoint & 0x3F));
        } else if (codePoint < 0x10000) {
            add(0xE0 | (codePoint >> 12));
            add(0x80 | (codePoint >> 6 & 0x3F));
            add(0x80 | (codePoint & 0x3F));
        } else {
            add(0xF0 | (codePoint >> 18));
            add(0x80 | (codePoint >> 12 & 0x3F));
            add(0x80 | (codePoint >> 6 & 0x3F));
            add(0x80 | (codePoint & 0x3F));
        }
    }

    private void add(int value) {
        out[size++] = (byte) value;
    }
}
