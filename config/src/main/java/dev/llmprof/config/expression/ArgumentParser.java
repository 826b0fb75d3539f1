package dev.llmprof.config.expression;

import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Origin;
import java.util.ArrayList;
import java.util.List;

/// A resolver's arguments: typed words, quoted texts, lists, maps, interpolations.
final class ArgumentParser {
    private static final int MAX_DEPTH = 100;

    private final InterpolationParser in;
    private int depth;

    ArgumentParser(InterpolationParser in) {
        this.in = in;
    }

    /// Up to, not over, the closing mark. A missing element between commas is an empty text.
    List<Expression> sequence(char close) {
        List<Expression> elements = new ArrayList<>();
        in.skipBlanks();
        if (!in.isAtEnd() && in.peek() == close) {
            return elements;
        }
        while (true) {
            in.skipBlanks();
            boolean absent = !in.isAtEnd() && (in.peek() == ',' || in.peek() == close);
            elements.add(
                    absent ? new Expression.Constant(new Node.Text("", Origin.ENGINE)) : element());
            in.skipBlanks();
            if (in.isAtEnd()) {
                throw in.mistake("'" + close + "' is missing");
            }
            if (in.peek() == close) {
                return elements;
            }
            expect(',');
        }
    }

    Expression element() {
        if (++depth > MAX_DEPTH) {
            throw in.mistake("nested more than " + MAX_DEPTH + " levels deep");
        }
        in.skipBlanks();
        if (in.isAtEnd()) {
            throw in.mistake("a value is missing");
        }
        Expression element =
                switch (in.peek()) {
                    case '\'', '"' -> new Expression.Quoted(in.textUntil(in.next()));
                    case '[' -> items();
                    case '{' -> entries();
                    default -> primitive();
                };
        depth--;
        return element;
    }

    private Expression items() {
        in.at++;
        List<Expression> items = sequence(']');
        in.at++;
        return new Expression.Items(items);
    }

    private Expression entries() {
        in.at++;
        List<Expression.Entry> entries = new ArrayList<>();
        in.skipBlanks();
        if (!in.isAtEnd() && in.peek() == '}') {
            in.at++;
            return new Expression.Entries(entries);
        }
        while (true) {
            String key = Primitives.scan(in.text, in.at, false);
            in.at += key.length();
            if (key.isBlank() || key.contains("${")) {
                throw in.mistake("a map's key is missing");
            }
            expect(':');
            entries.add(new Expression.Entry(Primitives.typed(key, Origin.ENGINE), element()));
            in.skipBlanks();
            if (!in.isAtEnd() && in.peek() == '}') {
                in.at++;
                return new Expression.Entries(entries);
            }
            expect(',');
        }
    }

    private Expression primitive() {
        List<Expression> pieces = new ArrayList<>();
        var literal = new StringBuilder();
        while (true) {
            String run = Primitives.scan(in.text, in.at, true);
            literal.append(run);
            in.at += run.length();
            if (!in.looksAt("${")) {
                break;
            }
            if (!literal.isEmpty()) {
                pieces.add(new Expression.Literal(literal.toString()));
                literal.setLength(0);
            }
            pieces.add(in.interpolation());
        }
        if (pieces.isEmpty()) {
            if (literal.isEmpty()) {
                throw in.mistake("unexpected '" + in.peek() + "'");
            }
            return new Expression.Constant(Primitives.typed(literal.toString(), Origin.ENGINE));
        }
        if (!literal.isEmpty()) {
            pieces.add(new Expression.Literal(literal.toString()));
        }
        return joined(pieces);
    }

    // Blanks at both ends do not belong to the value.
    private static Expression joined(List<Expression> pieces) {
        if (pieces.getFirst() instanceof Expression.Literal(String text)) {
            pieces.set(0, new Expression.Literal(text.stripLeading()));
        }
        if (pieces.getLast() instanceof Expression.Literal(String text)) {
            pieces.set(pieces.size() - 1, new Expression.Literal(text.stripTrailing()));
        }
        pieces.removeIf(piece -> piece.equals(new Expression.Literal("")));
        pieces.replaceAll(piece ->
                piece instanceof Expression.Literal(String text)
                        ? new Expression.Literal(Primitives.unescape(text))
                        : piece);
        return pieces.size() == 1 ? pieces.getFirst() : new Expression.Joined(List.copyOf(pieces));
    }

    private void expect(char mark) {
        in.skipBlanks();
        if (in.isAtEnd() || in.peek() != mark) {
            throw in.mistake(
                    "expected '" + mark + "'" + (in.isAtEnd() ? "" : ", not '" + in.peek() + "'"));
        }
        in.at++;
    }
}
