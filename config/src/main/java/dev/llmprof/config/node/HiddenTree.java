package dev.llmprof.config.node;

import dev.llmprof.secret.SecretNames;
import dev.llmprof.secret.Secrets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// A configuration as it is written down: without the values of its secrets.
public final class HiddenTree {
    /// It names a place and holds nothing itself; one with a default may.
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{[^,{}]*}");

    private HiddenTree() {}

    public static MapNode of(MapNode map) {
        MapNode shown = new MapNode(map.origin());
        map.entries()
                .forEach(entry -> shown.put(entry.getKey(), of(entry.getKey(), entry.getValue())));
        return shown;
    }

    public static Node of(Node node) {
        return switch (node) {
            case MapNode map -> of(map);
            case ListNode list -> words(list);
            case Node.Text(String value, Origin origin) ->
                    new Node.Text(Secrets.hide(value), origin);
            case Node.Interpolation(String source, Origin origin) ->
                    new Node.Interpolation(Secrets.hide(source), origin);
            case Node.Scalar scalar -> scalar;
        };
    }

    /// What a resolved tree calls secret is hidden from now on, wherever it appears.
    public static void learn(Node node) {
        switch (node) {
            case MapNode map ->
                    map.entries().forEach(entry -> learn(entry.getKey(), entry.getValue()));
            case ListNode list -> {
                Secrets.learn(texts(list));
                list.items().forEach(HiddenTree::learn);
            }
            case Node.Scalar _ -> {}
        }
    }

    private static void learn(Object key, Node value) {
        if (value instanceof Node.Text(String text, _)) {
            Secrets.learn(String.valueOf(key), text);
        } else {
            learn(value);
        }
    }

    private static Node of(Object key, Node value) {
        return SecretNames.isSecret(String.valueOf(key)) ? hidden(value) : of(value);
    }

    private static Node hidden(Node node) {
        return switch (node) {
            case MapNode map -> {
                MapNode shown = new MapNode(map.origin());
                map.entries().forEach(entry -> shown.put(entry.getKey(), hidden(entry.getValue())));
                yield shown;
            }
            case ListNode list -> {
                ListNode shown = new ListNode(list.origin());
                list.items().forEach(item -> shown.add(hidden(item)));
                yield shown;
            }
            case Node.Text(String value, _) when value.isEmpty() -> node;
            case Node.Interpolation(String source, _) when REFERENCE.matcher(source).matches() ->
                    node;
            case Node.Text _, Node.Interpolation _, Node.Whole _, Node.Real _ ->
                    new Node.Text(Secrets.HIDDEN, node.origin());
            case Node.Truth _, Node.Nothing _, Node.Missing _ -> node;
        };
    }

    /// The words of a command line, where a secret may follow its flag; a list of anything else
    /// stays as it is.
    private static ListNode words(ListNode list) {
        List<String> shown = Secrets.hideWords(texts(list));
        ListNode copy = new ListNode(list.origin());
        for (int i = 0; i < list.size(); i++) {
            Node item = list.items().get(i);
            copy.add(
                    item instanceof Node.Text text
                            ? new Node.Text(shown.get(i), text.origin())
                            : of(item));
        }
        return copy;
    }

    private static List<String> texts(ListNode list) {
        List<String> texts = new ArrayList<>();
        list.items()
                .forEach(
                        item -> texts.add(item instanceof Node.Text(String value, _) ? value : ""));
        return texts;
    }
}
