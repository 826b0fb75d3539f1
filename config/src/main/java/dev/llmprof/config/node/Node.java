package dev.llmprof.config.node;

import java.math.BigInteger;

/// One value of a configuration tree. Scalars never change; maps and lists do while composing.
///
/// An [Interpolation] is kept unresolved, a [Missing] is the mandatory value `???`.
public sealed interface Node permits MapNode, ListNode, Node.Scalar {

    Origin origin();

    /// A value without parts.
    sealed interface Scalar extends Node {}

    record Text(String value, Origin origin) implements Scalar {}

    record Whole(BigInteger value, Origin origin) implements Scalar {}

    record Real(double value, Origin origin) implements Scalar {}

    record Truth(boolean value, Origin origin) implements Scalar {}

    record Nothing(Origin origin) implements Scalar {}

    record Missing(Origin origin) implements Scalar {}

    record Interpolation(String source, Origin origin) implements Scalar {}

    /// The scalar a text stands for once stored: `???` and `${…}` are special.
    static Scalar ofText(String text, Origin origin) {
        if (text.equals("???")) {
            return new Missing(origin);
        }
        return text.contains("${") ? new Interpolation(text, origin) : new Text(text, origin);
    }

    static Whole whole(long value) {
        return new Whole(BigInteger.valueOf(value), Origin.ENGINE);
    }

    /// A map's key as a value.
    static Scalar ofKey(Object key, Origin origin) {
        return switch (key) {
            case BigInteger whole -> new Whole(whole, origin);
            case Double real -> new Real(real, origin);
            case Boolean truth -> new Truth(truth, origin);
            default -> ofText(key.toString(), origin);
        };
    }

    static Text text(String value) {
        return new Text(value, Origin.ENGINE);
    }

    static boolean isContainer(Node node) {
        return node instanceof MapNode || node instanceof ListNode;
    }

    static Node copy(Node node) {
        return switch (node) {
            case MapNode map -> map.copy();
            case ListNode list -> list.copy();
            case Scalar scalar -> scalar;
        };
    }
}
