package dev.llmprof.trace.kineto;

import dev.llmprof.table.Symbols;
import dev.llmprof.trace.GpuTable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The fields of the event just read, as offsets into its window: texts are made only for those
/// that are kept.
final class KinetoEvent {
    private static final byte[] PYTHON = "python_function".getBytes(StandardCharsets.UTF_8);

    private final JsonWindow json;
    private final EventFields fields = new EventFields();
    private final EventScan scan = new EventScan(fields);

    KinetoEvent(JsonWindow json) {
        this.json = json;
    }

    /// Reads the object whose brace is next.
    void read() throws JsonBroken {
        json.mark();
        int end = scan.read(json.bytes(), json.place(0), json.limit());
        if (end == EventScan.ODD) {
            readOdd();
        } else {
            json.go(end);
        }
    }

    private void readOdd() throws JsonBroken {
        fields.clear();
        json.next();
        boolean arguments = false;
        boolean mayClose = true;
        while (true) {
            int next = json.peek();
            if (next != '}' || !mayClose) {
                int key = key(arguments);
                if (key == KinetoKeys.ARGUMENTS && opensArguments()) {
                    arguments = true;
                    mayClose = true;
                    continue;
                }
                field(key);
                next = json.peek();
            }
            if (next == '}' && arguments) {
                arguments = false;
                json.next();
                next = json.peek();
            }
            if (next == '}') {
                json.next();
                return;
            }
            if (next != ',') {
                throw next == JsonWindow.END ? JsonBroken.end() : JsonBroken.here();
            }
            json.next();
            mayClose = false;
        }
    }

    boolean has(int key) {
        return fields.has(key);
    }

    int from(int key) {
        return json.place(fields.from(key));
    }

    int to(int key) {
        return json.place(fields.to(key));
    }

    byte[] bytes() {
        return json.bytes();
    }

    /// The text's number among the symbols, made from its bytes.
    int intern(int key, Symbols.Builder symbols) {
        if (!has(key)) {
            return symbols.intern("");
        }
        if (fields.isEscaped(key)) {
            byte[] plain = JsonText.unescape(bytes(), from(key), to(key));
            return symbols.intern(plain, 0, plain.length);
        }
        return symbols.intern(bytes(), from(key), to(key));
    }

    /// The numbers of several texts; of a field that is not there, that of the empty one.
    void intern(int[] keys, int[] codes, int noText, Symbols.Builder symbols) {
        for (int at = 0; at < keys.length; at++) {
            codes[at] = has(keys[at]) ? intern(keys[at], symbols) : noText;
        }
    }

    void ids(int[] keys, long[] values) {
        for (int at = 0; at < keys.length; at++) {
            values[at] = id(keys[at]);
        }
    }

    /// Empty where the field is not there.
    String text(int key) {
        if (!has(key)) {
            return "";
        }
        byte[] plain = JsonText.unescape(bytes(), from(key), to(key));
        return new String(plain, StandardCharsets.UTF_8);
    }

    boolean starts(int key, byte[] prefix) {
        return has(key)
                && fields.length(key) >= prefix.length
                && Arrays.equals(
                        bytes(), from(key), from(key) + prefix.length, prefix, 0, prefix.length);
    }

    boolean contains(int key, byte[] part) {
        for (int at = from(key), last = to(key) - part.length; at <= last; at++) {
            if (bytes()[at] == part[0]
                    && Arrays.equals(bytes(), at, at + part.length, part, 0, part.length)) {
                return true;
            }
        }
        return false;
    }

    boolean is(int key, byte[] text) {
        return has(key) && fields.length(key) == text.length && starts(key, text);
    }

    long nanos(int key) {
        return has(key) ? JsonNumbers.nanos(bytes(), from(key), to(key)) : JsonNumbers.NOT_A_TIME;
    }

    long whole(int key, long absent) {
        return has(key) ? JsonNumbers.whole(bytes(), from(key), to(key), absent) : absent;
    }

    long id(int key) {
        return has(key) ? JsonNumbers.id(bytes(), from(key), to(key)) : GpuTable.NONE;
    }

    /// The key under which the external id stands, which was spelled otherwise in 2021.
    int externalIdKey() {
        return has(KinetoKeys.EXTERNAL_ID) ? KinetoKeys.EXTERNAL_ID : KinetoKeys.EXTERNAL_ID_2021;
    }

    /// Enters the arguments; those of Python functions are of no use and passed over as one value.
    private boolean opensArguments() throws JsonBroken {
        fields.clearArguments();
        if (json.peek() != '{' || is(KinetoKeys.CATEGORY, PYTHON)) {
            return false;
        }
        json.next();
        return true;
    }

    private int key(boolean argument) throws JsonBroken {
        if (json.peek() != '"') {
            throw json.peek() == JsonWindow.END ? JsonBroken.end() : JsonBroken.here();
        }
        json.string();
        byte[] bytes = json.bytes();
        int start = json.place(json.textFrom());
        int end = json.place(json.textTo());
        if (json.escaped()) {
            byte[] plain = JsonText.unescape(bytes, start, end);
            bytes = Arrays.copyOf(plain, plain.length + 8);
            start = 0;
            end = plain.length;
        }
        int key = KinetoKeys.of(bytes, start, end, argument);
        json.expect(':');
        return key;
    }

    private void field(int key) throws JsonBroken {
        int first = json.peek();
        if (first == '"') {
            json.string();
        } else {
            json.value();
        }
        if (key == KinetoKeys.OTHER || key == KinetoKeys.ARGUMENTS) {
            return;
        }
        if (first == 'n') {
            fields.drop(key);
        } else if (first == '"' && json.escaped()) {
            fields.putEscaped(key, json.textFrom(), json.textTo());
        } else {
            fields.put(key, json.textFrom(), json.textTo());
        }
    }
}
