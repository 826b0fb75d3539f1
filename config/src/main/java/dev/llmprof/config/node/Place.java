package dev.llmprof.config.node;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A value together with the way down to it, so that relative references can climb.
public final class Place {
    private final @Nullable Place parent;
    private final Object key;
    private final Node node;

    private Place(@Nullable Place parent, Object key, Node node) {
        this.parent = parent;
        this.key = key;
        this.node = node;
    }

    public static Place root(Node node) {
        return new Place(null, "", node);
    }

    /// A list's child has its index, an Integer, as key.
    public Place child(Object childKey, Node child) {
        return new Place(this, childKey, child);
    }

    /// Another value standing at this place.
    public Place with(Node other) {
        return new Place(parent, key, other);
    }

    public Object key() {
        return key;
    }

    public Node node() {
        return node;
    }

    public Optional<Place> parent() {
        return Optional.ofNullable(parent);
    }

    public Place top() {
        Place place = this;
        while (place.parent != null) {
            place = place.parent;
        }
        return place;
    }

    /// The same key of the same container, not of an equal one.
    @SuppressWarnings("ReferenceEquality")
    public boolean isSame(Place other) {
        if (parent == null || other.parent == null) {
            return parent == other.parent;
        }
        return parent.node == other.parent.node && key.equals(other.key);
    }

    /// Dotted, with list indices in brackets: `a.b[0].c`.
    public String fullKey() {
        if (parent == null) {
            return "";
        }
        String above = parent.fullKey();
        if (key instanceof Integer index && parent.node instanceof ListNode) {
            return above + "[" + index + "]";
        }
        return above.isEmpty() ? key.toString() : above + "." + key;
    }
}
