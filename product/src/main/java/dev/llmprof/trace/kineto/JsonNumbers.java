package dev.llmprof.trace.kineto;

import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.SumLimit;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;

/// Numbers read from their decimal text, never through a double.
final class JsonNumbers {
    /// Not a number, or one that no clock could show.
    static final long NOT_A_TIME = Long.MIN_VALUE;

    private static final int FAST_DIGITS = 15;
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

    private JsonNumbers() {}

    /// Microseconds → nanoseconds, `floor(us * 1000 + 1/2)` on the exact text.
    static long nanos(byte[] bytes, int from, int to) {
        boolean negative = from < to && bytes[from] == '-';
        int at = negative ? from + 1 : from;
        int start = at;
        long value = 0;
        while (at < to && isDigit(bytes[at])) {
            value = value * 10 + (bytes[at++] - '0');
        }
        if (at == start || at - start > FAST_DIGITS) {
            return exactNanos(bytes, from, to);
        }
        int fraction = 0;
        if (at < to && bytes[at] == '.') {
            at++;
            int place = at;
            for (; at < to && isDigit(bytes[at]); at++) {
                fraction = at - place < 3 ? fraction * 10 + (bytes[at] - '0') : fraction;
            }
            if (at - place > 3) {
                return exactNanos(bytes, from, to);
            }
            for (int digits = at - place; digits < 3; digits++) {
                fraction *= 10;
            }
        }
        if (at != to) {
            return exactNanos(bytes, from, to);
        }
        long nanos = value * 1000 + fraction;
        return negative ? -nanos : nanos;
    }

    private static long exactNanos(byte[] bytes, int from, int to) {
        if (to - from > 64 || from == to) {
            return NOT_A_TIME;
        }
        BigDecimal micros;
        try {
            micros =
                    new BigDecimal(new String(bytes, from, to - from, StandardCharsets.ISO_8859_1));
        } catch (NumberFormatException notANumber) {
            return NOT_A_TIME;
        }
        if ((long) micros.precision() - micros.scale() > 19 || micros.scale() > 64) {
            return micros.signum() == 0 || micros.scale() > 64 ? 0 : NOT_A_TIME;
        }
        BigInteger nanos =
                micros.movePointRight(3)
                        .add(new BigDecimal("0.5"))
                        .setScale(0, RoundingMode.FLOOR)
                        .toBigInteger();
        boolean fits = nanos.bitLength() < 64 && SumLimit.isTime(nanos.longValue());
        return fits ? nanos.longValue() : NOT_A_TIME;
    }

    /// A whole number, or `absent` when it is none or does not fit.
    static long whole(byte[] bytes, int from, int to, long absent) {
        boolean negative = from < to && bytes[from] == '-';
        int start = negative ? from + 1 : from;
        if (start == to || to - start > 18) {
            return absent;
        }
        long value = 0;
        for (int at = start; at < to; at++) {
            if (!isDigit(bytes[at])) {
                return absent;
            }
            value = value * 10 + (bytes[at] - '0');
        }
        return negative ? -value : value;
    }

    /// An id: a whole number from 0 on. One over int64 becomes a negative number made of its
    /// digits, so that equal ids stay equal; anything else is -1.
    static long id(byte[] bytes, int from, int to) {
        long value = whole(bytes, from, to, NOT_A_TIME);
        if (value != NOT_A_TIME) {
            return value < 0 ? GpuTable.NONE : value;
        }
        if (from == to || to - from > 64) {
            return GpuTable.NONE;
        }
        for (int at = from; at < to; at++) {
            if (!isDigit(bytes[at])) {
                return GpuTable.NONE;
            }
        }
        var number =
                new BigInteger(new String(bytes, from, to - from, StandardCharsets.ISO_8859_1));
        if (number.bitLength() < 64) {
            return number.longValue();
        }
        long folded = (number.longValue() * MIX) ^ number.shiftRight(64).longValue();
        return Math.min(folded | Long.MIN_VALUE, GpuTable.NONE - 1);
    }

    private static boolean isDigit(byte character) {
        return character >= '0' && character <= '9';
    }
}
