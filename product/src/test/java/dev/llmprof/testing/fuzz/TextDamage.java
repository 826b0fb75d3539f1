package dev.llmprof.testing.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/// What programs and people write into JSON, YAML and CSV that nobody expected there: values of
/// other types and sizes, keys that are gone or twice, nesting without end.
final class TextDamage {
    static final Damage JSON =
            Damage.oneOf(TextDamage::value, TextDamage::value, TextDamage::token);
    static final Damage LINES =
            Damage.oneOf(TextDamage::cell, TextDamage::cell, TextDamage::line, TextDamage::token);

    private static final List<String> WORDS =
            List.of(
                    "0",
                    "-0",
                    "-1",
                    "1",
                    "1e400",
                    "-1e400",
                    "1e308",
                    "4.9e-324",
                    "1e999999999",
                    "1e-999999999",
                    "1e2147483647",
                    "1e-2147483647",
                    "9223372036854775807",
                    "-9223372036854775808",
                    "9223372036854775808",
                    "18446744073709551616",
                    "2147483648",
                    "123456789012345678901234567890123456789012345678901234567890",
                    "0.1e1",
                    "NaN",
                    "Infinity",
                    "-Infinity",
                    "null",
                    "true",
                    "false",
                    "\"\"",
                    "\"NaN\"",
                    "\"1e400\"",
                    "\"-1\"",
                    "\"__proto__\"",
                    "\"../../etc/passwd\"",
                    "\"a\\u0000b\"",
                    "\"\\ud800\"",
                    "\"2026-11-16T00:00:00Z\"",
                    "\"+1000000000-01-01T00:00:00Z\"",
                    "[]",
                    "{}",
                    "[[[]]]",
                    "[null]",
                    "[1,2,3]",
                    "{\"__proto__\":{\"a\":1}}",
                    "{\"name\":null}",
                    "${a}",
                    "${oc.env:HOME}",
                    "&a [*a, *a]",
                    "*a",
                    "!!binary x",
                    "%YAML 99",
                    "'",
                    "\"",
                    ",",
                    "{",
                    "}",
                    "[",
                    "]",
                    ":",
                    "\n",
                    "\t",
                    "\\");

    /// So many of the words are whole values of JSON.
    private static final int VALUES = WORDS.indexOf("${a}");

    private TextDamage() {}

    /// A word where any byte was.
    private static byte[] token(byte[] whole, Random random) {
        int start = whole.length == 0 ? 0 : random.nextInt(whole.length);
        int end = Math.min(whole.length, start + random.nextInt(6));
        return ByteDamage.replaced(whole, start, end, word(random));
    }

    /// Another value, or none, where JSON has one.
    private static byte[] value(byte[] whole, Random random) {
        if (whole.length < 4) {
            return token(whole, random);
        }
        int start = random.nextInt(whole.length);
        while (start < whole.length && ":,[{".indexOf(whole[start]) < 0) {
            start++;
        }
        start = blanks(whole, Math.min(whole.length, start + 1));
        int end = endOfValue(whole, colon(whole, start));
        start = random.nextInt(4) == 0 ? start : colon(whole, start);
        return switch (random.nextInt(6)) {
            case 0 -> {
                boolean last = end >= whole.length || whole[end] != ',';
                yield ByteDamage.replaced(whole, start, last ? end : end + 1, new byte[0]);
            }
            case 1 -> {
                byte[] piece = java.util.Arrays.copyOfRange(whole, start, end);
                int place = endOfValue(whole, blanks(whole, random.nextInt(whole.length)));
                yield ByteDamage.replaced(whole, place, place, piece);
            }
            case 2 -> ByteDamage.replaced(whole, start, end, word(random));
            default -> {
                String word = WORDS.get(random.nextInt(VALUES));
                yield ByteDamage.replaced(whole, start, end, word.getBytes(StandardCharsets.UTF_8));
            }
        };
    }

    /// Behind the key, where there is one.
    private static int colon(byte[] whole, int start) {
        if (start >= whole.length || whole[start] != '"') {
            return start;
        }
        int at = start + 1;
        while (at < whole.length && whole[at] != '"') {
            at++;
        }
        return at + 1 < whole.length && whole[at + 1] == ':' ? blanks(whole, at + 2) : start;
    }

    private static int blanks(byte[] whole, int from) {
        int at = from;
        while (at < whole.length && whole[at] <= ' ' && whole[at] >= 0) {
            at++;
        }
        return at;
    }

    private static int endOfValue(byte[] whole, int start) {
        int depth = 0;
        boolean quoted = false;
        for (int at = start; at < whole.length; at++) {
            byte each = whole[at];
            if (each == '"') {
                quoted = !quoted;
            } else if (each == '\\') {
                at++;
            } else if (!quoted && (each == '{' || each == '[')) {
                depth++;
            } else if (!quoted && (each == '}' || each == ']' || each == ',') && depth == 0) {
                return at;
            } else if (!quoted && (each == '}' || each == ']')) {
                depth--;
            }
        }
        return whole.length;
    }

    /// Another word where a line has one.
    private static byte[] cell(byte[] whole, Random random) {
        int start = whole.length == 0 ? 0 : random.nextInt(whole.length);
        while (start < whole.length && ",: =\n".indexOf(whole[start]) < 0) {
            start++;
        }
        start = Math.min(whole.length, start + 1);
        int end = start;
        while (end < whole.length && ",:\n".indexOf(whole[end]) < 0) {
            end++;
        }
        return ByteDamage.replaced(whole, start, end, word(random));
    }

    /// A line that is gone, twice, or deeper in.
    private static byte[] line(byte[] whole, Random random) {
        int start = whole.length == 0 ? 0 : random.nextInt(whole.length);
        while (start > 0 && whole[start - 1] != '\n') {
            start--;
        }
        int end = start;
        while (end < whole.length && whole[end++] != '\n') {
            // to the end of the line
        }
        byte[] line = java.util.Arrays.copyOfRange(whole, start, end);
        return switch (random.nextInt(3)) {
            case 0 -> ByteDamage.replaced(whole, start, end, new byte[0]);
            case 1 -> ByteDamage.replaced(whole, end, end, line);
            default -> ByteDamage.replaced(whole, start, start, new byte[] {' ', ' ', ' '});
        };
    }

    private static byte[] word(Random random) {
        return switch (random.nextInt(24)) {
            case 0 -> "[".repeat(1 + random.nextInt(5_000)).getBytes(StandardCharsets.UTF_8);
            case 1 -> "{\"a\":".repeat(1 + random.nextInt(2_000)).getBytes(StandardCharsets.UTF_8);
            case 2 ->
                    ("\"" + "x".repeat(random.nextInt(70_000)) + "\"")
                            .getBytes(StandardCharsets.UTF_8);
            case 3 -> "9".repeat(1 + random.nextInt(3_000)).getBytes(StandardCharsets.UTF_8);
            case 4 -> new byte[] {(byte) 0xC3, (byte) 0x28};
            case 5 -> new byte[] {'"', (byte) 0xE9, (byte) 0xFF, '"'};
            default -> WORDS.get(random.nextInt(WORDS.size())).getBytes(StandardCharsets.UTF_8);
        };
    }
}
