package dev.llmprof.run.settings;

import dev.llmprof.config.node.ListNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.python.PythonText;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// Values that may be a list, one text for several, or nothing.
final class Texts {

    private Texts() {}

    /// `split` takes one text apart.
    static List<String> of(Optional<Node> node, Function<String, List<String>> split) {
        if (node.isEmpty()) {
            return List.of();
        }
        return switch (node.get()) {
            case Node.Nothing _ -> List.of();
            case ListNode list ->
                    list.items().stream()
                            .map(PythonText::str)
                            .map(String::strip)
                            .filter(text -> !text.isEmpty() && !text.equals("None"))
                            .toList();
            case Node other -> split.apply(PythonText.str(other));
        };
    }

    static List<String> commas(String text) {
        return Stream.of(text.split(","))
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .toList();
    }

    static Optional<String> filled(Optional<String> text) {
        return text.map(String::strip).filter(each -> !each.isEmpty());
    }
}
