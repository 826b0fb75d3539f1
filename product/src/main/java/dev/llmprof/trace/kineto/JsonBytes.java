package dev.llmprof.trace.kineto;

import dev.llmprof.table.Words;

/// Finds the ends of strings, numbers and nested values in bytes, eight at a time.
///
/// Nothing here looks where the text ends: behind its last byte stand [#STOPS], at which everything
/// stops, and then room for eight bytes more.
final class JsonBytes {
    /// A quote, which ends strings and blanks, and a comma, which ends numbers.
    static final byte[] STOPS = {'"', ','};

    static final int AT_EVENT = 2;

    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGHS = 0x8080_8080_8080_8080L;
    private static final long BYTE_NUMBERS = 0x0001_0203_0405_0607L;
    private static final long QUOTES = '"' * ONES;
    private static final long BACKSLASHES = '\\' * ONES;
    private static final long COMMAS = ',' * ONES;
    private static final long BRACES = '}' * ONES;
    private static final long AFTER_BLANKS = ('!' & 0xFF) * ONES;
    private static final long FOLD = 0x20 * ONES;
    private static final long OPEN_OR_CLOSED = 0x06 * ONES;
    private static final long EITHER_BRACE = ('}' | 0x06) * ONES;

    private JsonBytes() {}

    /// The next byte that is not blank.
    static int notBlank(byte[] bytes, int from) {
        int at = from;
        while (bytes[at] <= ' ' && bytes[at] >= 0) {
            at++;
        }
        return at;
    }

    /// The next quote or backslash.
    static int quote(byte[] bytes, int from) {
        int at = from;
        while (true) {
            long word = Words.longAt(bytes, at);
            long hits = zeros(word ^ QUOTES) | zeros(word ^ BACKSLASHES);
            if (hits != 0) {
                return at + lowest(hits);
            }
            at += 8;
        }
    }

    /// The high bit of the lowest byte that is a quote, if there is one; bits above it say nothing.
    static long quotes(long word) {
        return zeros(word ^ QUOTES);
    }

    /// All bits of the bytes below the lowest one whose high bit is set.
    static long below(long hits) {
        return ((hits & -hits) >>> 7) - 1;
    }

    /// The next separator behind a number or a word: a comma, a bracket that closes, a blank.
    static int separator(byte[] bytes, int from) {
        int at = from;
        while (true) {
            long word = Words.longAt(bytes, at);
            long folded = word | FOLD;
            long blanks = (word - AFTER_BLANKS) & ~word & HIGHS;
            long hits = zeros(folded ^ COMMAS) | zeros(folded ^ BRACES) | blanks;
            if (hits != 0) {
                return at + lowest(hits);
            }
            at += 8;
        }
    }

    /// The next quote or bracket of either kind, or a letter `y`, which looks like one.
    static int quoteOrBracket(byte[] bytes, int from) {
        int at = from;
        while (true) {
            long word = Words.longAt(bytes, at);
            long folded = word | FOLD;
            long hits = zeros(word ^ QUOTES) | zeros((folded | OPEN_OR_CLOSED) ^ EITHER_BRACE);
            if (hits != 0) {
                return at + lowest(hits);
            }
            at += 8;
        }
    }

    /// How much of `}` and `,` stands before an event, blanks aside: 0 none, 1 the brace,
    /// [#AT_EVENT] both.
    static int towardsEvent(int seen, byte next) {
        boolean blank = next <= ' ' && next >= 0;
        return next == '}' ? 1 : next == ',' && seen == 1 ? AT_EVENT : blank ? seen : 0;
    }

    /// The number of the lowest byte whose high bit is set. The quick compiler has no instruction
    /// for trailing zeros, and counts them step by step.
    static int lowest(long hits) {
        return (int) ((((hits & -hits) >>> 7) * BYTE_NUMBERS) >>> 56);
    }

    /// The high bit of the lowest byte that is zero, if there is one; bits above it say nothing.
    private static long zeros(long word) {
        return (word - ONES) & ~word & HIGHS;
    }
}
