package dev.llmprof.config.expression;

import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.error.Kind;
import dev.llmprof.config.node.Origin;
import dev.llmprof.problem.Problem;
import java.util.ArrayList;
import java.util.List;

/// Reads texts that hold `${…}`: OmegaConf's grammar.
public final class InterpolationParser {
    private static final int MAX_DEPTH = 100;

    final String text;
    int at;
    private int depth;

    InterpolationParser(String text) {
        this.text = text;
    }

    /// The whole text of a value: literal pieces and interpolations.
    public static Expression parse(String text, Origin origin) {
        try {
            return new InterpolationParser(text).textUntil('\0');
        } catch (SyntaxMistake mistake) {
            throw error(text, mistake, origin);
        }
    }

    /// Fails where the text cannot be read; nothing is resolved.
    public static void check(String text, Origin origin) {
        parse(text, origin);
    }

    /// One argument by itself, as `oc.decode` reads it.
    public static Expression element(String text) {
        var parser = new InterpolationParser(text);
        Expression element = new ArgumentParser(parser).element();
        parser.skipBlanks();
        if (!parser.isAtEnd()) {
            throw parser.mistake("unexpected '" + parser.peek() + "' after the value");
        }
        return element;
    }

    private static ConfigError error(String text, SyntaxMistake mistake, Origin origin) {
        String where = Origin.describe(origin);
        String caret = text + "\n" + " ".repeat(mistake.position()) + "^";
        String shown = text.contains("\n") || text.length() > 200 ? "" : "\n" + caret;
        return new ConfigError(
                Kind.INTERPOLATION_SYNTAX,
                new Problem(
                        "the interpolation '" + text + "' cannot be read: " + mistake.text(),
                        where + shown,
                        "write ${key}, ${resolver:argument}, or \\${ for a literal ${"));
    }

    /// Up to the closing quote, or the end where `quote` is NUL.
    Expression textUntil(char quote) {
        List<Expression> pieces = new ArrayList<>();
        var literal = new StringBuilder();
        while (!isAtEnd() && (quote == '\0' || peek() != quote)) {
            if (peek() == '\\') {
                backslashes(literal, quote);
            } else if (looksAt("${")) {
                flush(literal, pieces);
                pieces.add(interpolation());
            } else {
                literal.append(next());
            }
        }
        if (quote != '\0') {
            if (isAtEnd()) {
                throw mistake("the quote " + quote + " is not closed");
            }
            at++;
        }
        flush(literal, pieces);
        return pieces.size() == 1 ? pieces.getFirst() : new Expression.Joined(pieces);
    }

    // Backslashes count only before `${` and before the closing quote: a pair is one, an odd one
    // makes what follows literal.
    private void backslashes(StringBuilder literal, char quote) {
        int start = at;
        while (!isAtEnd() && peek() == '\\') {
            at++;
        }
        int count = at - start;
        boolean beforeQuote = quote != '\0' && !isAtEnd() && peek() == quote;
        if (!beforeQuote && !looksAt("${")) {
            literal.append("\\".repeat(count));
            return;
        }
        literal.append("\\".repeat(count / 2));
        if (count % 2 == 1) {
            literal.append(beforeQuote ? String.valueOf(quote) : "${");
            at += beforeQuote ? 1 : 2;
        }
    }

    private static void flush(StringBuilder literal, List<Expression> pieces) {
        if (!literal.isEmpty()) {
            pieces.add(new Expression.Literal(literal.toString()));
            literal.setLength(0);
        }
    }

    /// At `${`.
    Expression interpolation() {
        if (++depth > MAX_DEPTH) {
            throw mistake("more than " + MAX_DEPTH + " interpolations inside each other");
        }
        at += 2;
        skipBlanks();
        Expression found = new NameParser(this).referenceOrCall();
        depth--;
        return found;
    }

    boolean isAtEnd() {
        return at >= text.length();
    }

    char peek() {
        return text.charAt(at);
    }

    char next() {
        return text.charAt(at++);
    }

    boolean looksAt(String expected) {
        return text.startsWith(expected, at);
    }

    void skipBlanks() {
        while (!isAtEnd() && (peek() == ' ' || peek() == '\t')) {
            at++;
        }
    }

    SyntaxMistake mistake(String what) {
        return new SyntaxMistake(what, at);
    }
}
