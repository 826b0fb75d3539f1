package dev.llmprof.config.yaml;

import dev.llmprof.config.node.ListNode;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.python.PythonNumbers;
import java.math.BigInteger;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;

/// Writes a tree as block YAML, byte for byte as OmegaConf's `to_yaml`.
public final class YamlWriter {
    // OmegaConf quotes these although YAML readers take y and n for texts.
    private static final Set<String> BOOL_LIKE = Set.of("y", "Y", "n", "N");
    private static final int SIMPLE_KEY_LIMIT = 128;

    private final StringBuilder out = new StringBuilder();
    private final ScalarPrinter printer = new ScalarPrinter(out);

    private YamlWriter() {}

    /// Ends with a line break.
    public static String write(Node node) {
        var writer = new YamlWriter();
        writer.root(node);
        return writer.out.append('\n').toString();
    }

    private void root(Node node) {
        switch (node) {
            case MapNode map when !map.isEmpty() -> map(map, 0);
            case ListNode list when list.size() > 0 -> list(list, 0);
            default -> leaf(node, 0);
        }
    }

    private void map(MapNode map, int indent) {
        Iterator<Map.Entry<Object, Node>> entries = map.entries().iterator();
        while (entries.hasNext()) {
            Map.Entry<Object, Node> entry = entries.next();
            key(entry.getKey(), entry.getValue(), indent);
            if (entries.hasNext()) {
                printer.newLine(indent);
            }
        }
    }

    private void key(Object key, Node value, int indent) {
        if (isSimple(key)) {
            scalar(key, indent, true);
            printer.put(":");
            value(value, indent);
            return;
        }
        printer.put("? ");
        scalar(key, indent + 2, false);
        printer.newLine(indent);
        printer.put(":");
        explicitValue(value, indent);
    }

    private void value(Node value, int indent) {
        switch (value) {
            case MapNode map when !map.isEmpty() -> {
                printer.newLine(indent + 2);
                map(map, indent + 2);
            }
            case ListNode list when list.size() > 0 -> {
                printer.newLine(indent);
                list(list, indent);
            }
            default -> {
                printer.put(" ");
                leaf(value, indent + 2);
            }
        }
    }

    private void explicitValue(Node value, int indent) {
        printer.put(" ");
        switch (value) {
            case MapNode map when !map.isEmpty() -> map(map, indent + 2);
            case ListNode list when list.size() > 0 -> list(list, indent + 2);
            default -> leaf(value, indent + 2);
        }
    }

    private void list(ListNode list, int indent) {
        Iterator<Node> items = list.items().iterator();
        while (items.hasNext()) {
            printer.put("- ");
            switch (items.next()) {
                case MapNode map when !map.isEmpty() -> map(map, indent + 2);
                case ListNode inner when inner.size() > 0 -> list(inner, indent + 2);
                case Node leaf -> leaf(leaf, indent + 2);
            }
            if (items.hasNext()) {
                printer.newLine(indent);
            }
        }
    }

    private void leaf(Node node, int indent) {
        switch (node) {
            case MapNode _ -> printer.put("{}");
            case ListNode _ -> printer.put("[]");
            case Node.Text(String text, _) -> scalar(text, indent, false);
            case Node.Interpolation(String text, _) -> scalar(text, indent, false);
            case Node.Missing _ -> printer.put("???");
            case Node.Whole(BigInteger value, _) -> printer.put(value.toString());
            case Node.Real(double value, _) -> printer.put(real(value));
            case Node.Truth(boolean value, _) -> printer.put(value ? "true" : "false");
            case Node.Nothing _ -> printer.put("null");
        }
    }

    private void scalar(Object value, int indent, boolean isKey) {
        switch (value) {
            case Double real -> printer.put(real(real));
            case String text -> text(text, indent, isKey);
            default -> printer.put(value.toString());
        }
    }

    private void text(String text, int indent, boolean isKey) {
        int[] points = text.codePoints().toArray();
        ScalarAnalysis analysis = ScalarAnalysis.of(points);
        boolean mayFold = !isKey;
        if (analysis.plain() && !looksTyped(text)) {
            printer.plain(points, indent, mayFold);
        } else if (analysis.singleQuoted()) {
            printer.singleQuoted(points, indent, mayFold);
        } else {
            printer.doubleQuoted(points, indent, mayFold);
        }
    }

    private static boolean looksTyped(String text) {
        return !YamlTypes.isTextWhenDumped(text)
                || BOOL_LIKE.contains(text)
                || PythonNumbers.parseInt(text).isPresent()
                || PythonNumbers.parseFloat(text).isPresent();
    }

    private static boolean isSimple(Object key) {
        if (!(key instanceof String text)) {
            return true;
        }
        return !text.isEmpty()
                && text.length() < SIMPLE_KEY_LIMIT
                && text.codePoints().noneMatch(ScalarAnalysis::isBreak);
    }

    static String real(double value) {
        if (Double.isNaN(value)) {
            return ".nan";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? ".inf" : "-.inf";
        }
        String text = PythonNumbers.repr(value);
        return text.contains(".") || !text.contains("e") ? text : text.replace("e", ".0e");
    }
}
