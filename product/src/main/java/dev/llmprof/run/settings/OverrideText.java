package dev.llmprof.run.settings;

import dev.llmprof.config.node.ListNode;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.python.PythonText;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A value as one would write it behind `key=`.
public final class OverrideText {
    // What the override grammar takes for a text without quotes, and YAML for nothing else.
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_/.][A-Za-z0-9_/.@%+*:-]*");
    private static final Pattern OTHER =
            Pattern.compile("(?i)null|true|false|nan|inf|\\.?\\d.*|[.]+(inf|nan)");

    private OverrideText() {}

    public static String of(Node node) {
        return switch (node) {
            case Node.Text(String value, _) -> text(value);
            case Node.Truth(boolean value, _) -> String.valueOf(value);
            case Node.Nothing _ -> "null";
            case Node.Whole _, Node.Real _ -> PythonText.str(node);
            case Node.Missing _, Node.Interpolation _ -> PythonText.str(node);
            case ListNode list ->
                    list.items().stream()
                            .map(OverrideText::of)
                            .collect(Collectors.joining(",", "[", "]"));
            case MapNode map ->
                    map.entries().stream()
                            .map(entry -> entry.getKey() + ":" + of(entry.getValue()))
                            .collect(Collectors.joining(",", "{", "}"));
        };
    }

    /// Backslashes count only in front of a quote or at the end.
    public static String text(String value) {
        if (PLAIN.matcher(value).matches() && !OTHER.matcher(value).matches()) {
            return value;
        }
        String escaped = value.replaceAll("(\\\\*)'", "$1$1\\\\'").replaceAll("(\\\\+)$", "$1$1");
        return "'" + escaped + "'";
    }
}
