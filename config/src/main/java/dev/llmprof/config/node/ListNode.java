package dev.llmprof.config.node;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// A list of values.
public final class ListNode implements Node {
    private final List<Node> items;
    private final Origin origin;

    public ListNode(Origin origin) {
        this(new ArrayList<>(), origin);
    }

    private ListNode(List<Node> items, Origin origin) {
        this.items = items;
        this.origin = origin;
    }

    @Override
    public Origin origin() {
        return origin;
    }

    public List<Node> items() {
        return Collections.unmodifiableList(items);
    }

    public int size() {
        return items.size();
    }

    public void add(Node value) {
        items.add(value);
    }

    public void set(int index, Node value) {
        items.set(index, value);
    }

    public ListNode copy() {
        ListNode copy = new ListNode(new ArrayList<>(items.size()), origin);
        items.forEach(item -> copy.items.add(Node.copy(item)));
        return copy;
    }
}
