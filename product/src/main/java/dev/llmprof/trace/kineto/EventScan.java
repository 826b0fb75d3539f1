package dev.llmprof.trace.kineto;

import dev.llmprof.table.Words;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Reads an event that stands whole in the window, as nearly all do; what is odd in any way is left
/// to [KinetoEvent], which reads whatever there is.
///
/// Places are kept in local variables: code that is compiled quickly is several times as fast so.
final class EventScan {
    /// Not whole, or not plain.
    static final int ODD = -1;

    private static final byte[] PYTHON = "python_function".getBytes(StandardCharsets.UTF_8);

    private final EventFields fields;
    private int start;
    private int limit;

    EventScan(EventFields fields) {
        this.fields = fields;
    }

    /// The place behind the event whose brace is at `first`, or ODD.
    int read(byte[] bytes, int first, int end) {
        fields.clear();
        start = first;
        limit = end;
        return read(bytes, first + 1);
    }

    private int read(byte[] bytes, int from) {
        boolean arguments = false;
        for (int at = from; ; at++) {
            at = JsonBytes.notBlank(bytes, at);
            if (at >= limit || bytes[at] != '"') {
                return ODD;
            }
            long word = Words.longAt(bytes, at + 1);
            long quotes = JsonBytes.quotes(word);
            int value = at + 3 + JsonBytes.lowest(quotes);
            int key;
            if (quotes != 0 && isPlain(bytes, value)) {
                key = KinetoKeys.of(word & JsonBytes.below(quotes), arguments);
            } else {
                int quote = JsonBytes.quote(bytes, at + 1);
                value = value(bytes, quote);
                key = value == ODD ? ODD : KinetoKeys.of(bytes, at + 1, quote, arguments);
            }
            if (key == KinetoKeys.ARGUMENTS && opens(bytes, value)) {
                arguments = true;
                at = value;
                continue;
            }
            if (key == KinetoKeys.PHASE && isFlow(bytes, value)) {
                return flow(bytes, value);
            }
            at = value == ODD ? ODD : field(bytes, value, key);
            if (at == ODD) {
                return ODD;
            }
            if (arguments && bytes[at] == '}') {
                arguments = false;
                at = JsonBytes.notBlank(bytes, at + 1);
            }
            if (bytes[at] != ',') {
                return bytes[at] == '}' ? at + 1 : ODD;
            }
        }
    }

    /// Whether a key of less than eight bytes ends just before `value`, without blanks and escapes.
    private boolean isPlain(byte[] bytes, int value) {
        return value < limit
                && bytes[value - 1] == ':'
                && bytes[value - 3] != '\\'
                && bytes[value] > ' ';
    }

    /// Arrows from call to kernel, a fifth of a trace: they are counted, and nothing more is asked.
    private static boolean isFlow(byte[] bytes, int at) {
        byte phase = bytes[at + 1];
        return (phase == 'f' || phase == 's' || phase == 't')
                && bytes[at] == '"'
                && bytes[at + 2] == '"';
    }

    private int flow(byte[] bytes, int value) {
        fields.put(KinetoKeys.PHASE, value + 1 - start, value + 2 - start);
        return nested(bytes, start);
    }

    /// Where the value begins behind a key that ends at `quote`.
    private int value(byte[] bytes, int quote) {
        if (quote >= limit || bytes[quote] != '"') {
            return ODD;
        }
        int colon = JsonBytes.notBlank(bytes, quote + 1);
        if (bytes[colon] != ':') {
            return ODD;
        }
        int value = JsonBytes.notBlank(bytes, colon + 1);
        return value < limit ? value : ODD;
    }

    /// Arguments are entered, but for those of Python functions, which are of no use.
    private boolean opens(byte[] bytes, int at) {
        fields.clearArguments();
        return bytes[at] == '{' && !isPython(bytes);
    }

    private boolean isPython(byte[] bytes) {
        if (!fields.has(KinetoKeys.CATEGORY)
                || fields.length(KinetoKeys.CATEGORY) != PYTHON.length) {
            return false;
        }
        int at = start + fields.from(KinetoKeys.CATEGORY);
        return Arrays.equals(bytes, at, at + PYTHON.length, PYTHON, 0, PYTHON.length);
    }

    /// The first byte behind the value that is not blank.
    private int field(byte[] bytes, int from, int key) {
        byte first = bytes[from];
        if (first == '"') {
            return string(bytes, from + 1, key);
        }
        int to =
                first == '{' || first == '['
                        ? nested(bytes, from)
                        : JsonBytes.separator(bytes, from);
        if (to >= limit || to <= from) {
            return ODD;
        }
        if (key >= 0 && key != KinetoKeys.ARGUMENTS) {
            if (first == 'n') {
                fields.drop(key);
            } else {
                fields.put(key, from - start, to - start);
            }
        }
        return JsonBytes.notBlank(bytes, to);
    }

    private int string(byte[] bytes, int from, int key) {
        int to = JsonBytes.quote(bytes, from);
        boolean escaped = false;
        while (to < limit && bytes[to] == '\\') {
            escaped = true;
            to = to + 2 > limit ? limit : JsonBytes.quote(bytes, to + 2);
        }
        if (to >= limit) {
            return ODD;
        }
        if (key >= 0 && key != KinetoKeys.ARGUMENTS) {
            if (escaped) {
                fields.putEscaped(key, from - start, to - start);
            } else {
                fields.put(key, from - start, to - start);
            }
        }
        return JsonBytes.notBlank(bytes, to + 1);
    }

    /// The place behind the bracket that closes the one at `from`, or ODD.
    private int nested(byte[] bytes, int from) {
        int depth = 0;
        int at = from;
        while (at < limit) {
            at = JsonBytes.quoteOrBracket(bytes, at);
            int folded = bytes[at] | 0x20;
            if (bytes[at] == '"') {
                at = at < limit ? string(bytes, at + 1, KinetoKeys.OTHER) : ODD;
                if (at == ODD) {
                    return ODD;
                }
                continue;
            }
            at++;
            if (folded == '{') {
                depth++;
            } else if (folded == '}' && --depth == 0) {
                return at;
            }
        }
        return ODD;
    }
}
