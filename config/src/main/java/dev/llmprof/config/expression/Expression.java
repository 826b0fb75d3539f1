package dev.llmprof.config.expression;

import dev.llmprof.config.node.Node;
import java.util.List;

/// What the text of an interpolation says.
public sealed interface Expression {

    /// Text that stands for itself.
    record Literal(String text) implements Expression {}

    /// A typed argument: a number, a bool, null, a bare word.
    record Constant(Node.Scalar value) implements Expression {}

    /// Several pieces; their texts are put together.
    record Joined(List<Expression> pieces) implements Expression {}

    /// A quoted argument: always a text.
    record Quoted(Expression content) implements Expression {}

    /// `${a.b}`: the pieces put together are the key, leading dots included.
    record Reference(List<Expression> pieces) implements Expression {}

    /// `${name:argument,…}`; `arguments` as typed is the identity of a cached call.
    record Call(List<Expression> name, List<Expression> arguments, String typed)
            implements Expression {}

    record Items(List<Expression> items) implements Expression {}

    record Entries(List<Entry> entries) implements Expression {}

    record Entry(Node.Scalar key, Expression value) {}
}
