package dev.llmprof.config.command;

import dev.llmprof.config.node.ListNode;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.python.PythonNumbers;
import dev.llmprof.config.python.PythonText;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;

/// Writes a tree as JSON, two blanks a level. Infinities and NaN, which JSON lacks, are texts.
public final class JsonWriter {
    private final StringBuilder out = new StringBuilder();

    private JsonWriter() {}

    public static String write(Node node) {
        var writer = new JsonWriter();
        writer.node(node, 0);
        return writer.out.toString();
    }

    private void node(Node node, int depth) {
        switch (node) {
            case MapNode map -> map(map, depth);
            case ListNode list -> list(list, depth);
            case Node.Text(String text, _) -> text(text);
            case Node.Interpolation(String text, _) -> text(text);
            case Node.Missing _ -> text("???");
            case Node.Whole(var value, _) -> out.append(value);
            case Node.Real(double value, _) -> {
                if (Double.isFinite(value)) {
                    out.append(PythonNumbers.repr(value));
                } else {
                    text(PythonNumbers.repr(value));
                }
            }
            case Node.Truth(boolean value, _) -> out.append(value);
            case Node.Nothing _ -> out.append("null");
        }
    }

    private void map(MapNode map, int depth) {
        if (map.isEmpty()) {
            out.append("{}");
            return;
        }
        out.append('{');
        Iterator<Map.Entry<Object, Node>> entries = map.entries().iterator();
        while (entries.hasNext()) {
            Map.Entry<Object, Node> entry = entries.next();
            line(depth + 1);
            text(PythonText.keyText(entry.getKey()));
            out.append(": ");
            node(entry.getValue(), depth + 1);
            out.append(entries.hasNext() ? "," : "");
        }
        line(depth);
        out.append('}');
    }

    private void list(ListNode list, int depth) {
        if (list.size() == 0) {
            out.append("[]");
            return;
        }
        out.append('[');
        Iterator<Node> items = list.items().iterator();
        while (items.hasNext()) {
            line(depth + 1);
            node(items.next(), depth + 1);
            out.append(items.hasNext() ? "," : "");
        }
        line(depth);
        out.append(']');
    }

    private void line(int depth) {
        out.append('\n').append("  ".repeat(depth));
    }

    private void text(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < 0x20) {
                        out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }
}
