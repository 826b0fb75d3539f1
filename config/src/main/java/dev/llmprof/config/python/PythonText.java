package dev.llmprof.config.python;

import dev.llmprof.config.node.ListNode;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import java.util.Locale;
import java.util.stream.Collectors;

/// `str()` and `repr()` of configuration values.
public final class PythonText {

    private PythonText() {}

    public static String str(Node node) {
        return switch (node) {
            case Node.Text(String value, _) -> value;
            case Node.Interpolation(String source, _) -> source;
            case Node.Missing _ -> "???";
            default -> repr(node);
        };
    }

    public static String repr(Node node) {
        return switch (node) {
            case Node.Text(String value, _) -> quote(value);
            case Node.Interpolation(String source, _) -> quote(source);
            case Node.Missing _ -> "'???'";
            case Node.Whole(var value, _) -> value.toString();
            case Node.Real(double value, _) -> PythonNumbers.repr(value);
            case Node.Truth(boolean value, _) -> value ? "True" : "False";
            case Node.Nothing _ -> "None";
            case ListNode list ->
                    list.items().stream()
                            .map(PythonText::repr)
                            .collect(Collectors.joining(", ", "[", "]"));
            case MapNode map ->
                    map.entries().stream()
                            .map(entry -> keyRepr(entry.getKey()) + ": " + repr(entry.getValue()))
                            .collect(Collectors.joining(", ", "{", "}"));
        };
    }

    /// The name Python gives the type.
    public static String typeName(Node node) {
        return switch (node) {
            case Node.Text _, Node.Interpolation _, Node.Missing _ -> "str";
            case Node.Whole _ -> "int";
            case Node.Real _ -> "float";
            case Node.Truth _ -> "bool";
            case Node.Nothing _ -> "NoneType";
            case ListNode _ -> "ListConfig";
            case MapNode _ -> "DictConfig";
        };
    }

    public static String keyText(Object key) {
        return switch (key) {
            case Double real -> PythonNumbers.repr(real);
            case Boolean truth -> truth ? "True" : "False";
            default -> key.toString();
        };
    }

    private static String keyRepr(Object key) {
        return key instanceof String text ? quote(text) : keyText(key);
    }

    /// Single quotes unless the text holds one and no double quote.
    public static String quote(String text) {
        char mark = text.indexOf('\'') >= 0 && text.indexOf('"') < 0 ? '"' : '\'';
        var quoted = new StringBuilder().append(mark);
        text.codePoints().forEach(point -> escape(quoted, point, mark));
        return quoted.append(mark).toString();
    }

    private static void escape(StringBuilder out, int point, char mark) {
        switch (point) {
            case '\\' -> out.append("\\\\");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default -> {
                if (point == mark) {
                    out.append('\\').append(mark);
                } else if (isPrintable(point)) {
                    out.appendCodePoint(point);
                } else {
                    out.append(hex(point));
                }
            }
        }
    }

    private static String hex(int point) {
        String format = point <= 0xff ? "\\x%02x" : point <= 0xffff ? "\\u%04x" : "\\U%08x";
        return String.format(Locale.ROOT, format, point);
    }

    private static boolean isPrintable(int point) {
        if (point == ' ') {
            return true;
        }
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SPACE_SEPARATOR ->
                    false;
            default -> true;
        };
    }
}
