package dev.llmprof.config.override;

import dev.llmprof.config.expression.Primitives;
import dev.llmprof.config.node.ListNode;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Origin;
import dev.llmprof.config.python.PythonNumbers;
import java.util.List;
import java.util.stream.Collectors;

/// One value on the command line; quoting is kept so that it can be printed back.
public sealed interface Element extends Value {

    /// A bare word: typed, or a text.
    record Word(Node.Scalar value) implements Element {}

    record Quoted(String text, char quote) implements Element {}

    record Items(List<Element> items) implements Element {}

    /// A key given twice keeps its place and takes the last value.
    record Entries(List<Entry> entries) implements Element {}

    record Entry(Node.Scalar key, Element value) {}

    static Element text(String text) {
        return new Word(new Node.Text(text, Origin.ENGINE));
    }

    /// The value as stored in a tree; `origin` is the override.
    static Node toNode(Element element, Origin origin) {
        return switch (element) {
            case Word(Node.Text(String text, _)) -> Node.ofText(text, origin);
            case Word(Node.Whole(var value, _)) -> new Node.Whole(value, origin);
            case Word(Node.Real(double value, _)) -> new Node.Real(value, origin);
            case Word(Node.Truth(boolean value, _)) -> new Node.Truth(value, origin);
            case Word(Node.Nothing _) -> new Node.Nothing(origin);
            case Word(Node.Scalar other) -> other;
            case Quoted(String text, _) -> Node.ofText(text, origin);
            case Items(List<Element> items) -> {
                ListNode list = new ListNode(origin);
                items.forEach(item -> list.add(toNode(item, origin)));
                yield list;
            }
            case Entries(List<Entry> entries) -> {
                MapNode map = new MapNode(origin);
                entries.forEach(e -> map.put(key(e.key()), toNode(e.value(), origin)));
                yield map;
            }
        };
    }

    private static Object key(Node.Scalar key) {
        return switch (key) {
            case Node.Text(String text, _) -> text;
            case Node.Whole(var value, _) -> value;
            case Node.Real(double value, _) -> value;
            case Node.Truth(boolean value, _) -> value;
            case Node.Nothing _ -> Node.Nothing.class;
            case Node.Interpolation(String source, _) -> source;
            case Node.Missing _ -> "???";
        };
    }

    /// As typed again on a command line.
    static String print(Element element) {
        return switch (element) {
            case Word(Node.Scalar value) -> print(value);
            case Quoted(String text, char quote) -> Quotes.print(text, quote);
            case Items(List<Element> items) ->
                    items.stream().map(Element::print).collect(Collectors.joining(",", "[", "]"));
            case Entries(List<Entry> entries) ->
                    entries.stream()
                            .map(e -> print(e.key()) + ":" + print(e.value()))
                            .collect(Collectors.joining(",", "{", "}"));
        };
    }

    private static String print(Node.Scalar value) {
        return switch (value) {
            case Node.Text(String text, _) -> Primitives.escape(text);
            case Node.Whole(var whole, _) -> whole.toString();
            case Node.Real(double real, _) -> PythonNumbers.repr(real);
            case Node.Truth(boolean truth, _) -> truth ? "True" : "False";
            case Node.Nothing _ -> "null";
            case Node.Interpolation(String source, _) -> Primitives.escape(source);
            case Node.Missing _ -> "???";
        };
    }
}
