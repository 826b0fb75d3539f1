package dev.llmprof.config.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// What follows `${`: a key, or a resolver's name and its arguments.
final class NameParser {
    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]*");
    private static final String NOT_IN_KEYS = "\\{}()[]:. \t'\"";

    private final InterpolationParser in;
    private final List<Expression> pieces = new ArrayList<>();
    private boolean mayBeResolver = true;

    NameParser(InterpolationParser in) {
        this.in = in;
    }

    Expression referenceOrCall() {
        leadingDots();
        segment();
        while (!in.isAtEnd()) {
            if (in.peek() == '.') {
                in.at++;
                pieces.add(new Expression.Literal("."));
                plainSegment();
            } else if (in.peek() == '[') {
                bracketSegment();
            } else {
                break;
            }
        }
        in.skipBlanks();
        if (in.isAtEnd()) {
            throw in.mistake("'}' is missing");
        }
        if (in.peek() == '}') {
            in.at++;
            return new Expression.Reference(List.copyOf(pieces));
        }
        if (in.peek() == ':' && mayBeResolver) {
            return call();
        }
        throw in.mistake("unexpected '" + in.peek() + "'");
    }

    private void leadingDots() {
        while (!in.isAtEnd() && in.peek() == '.') {
            in.at++;
            mayBeResolver = false;
            pieces.add(new Expression.Literal("."));
        }
    }

    private void segment() {
        if (!in.isAtEnd() && in.peek() == '[') {
            bracketSegment();
        } else {
            plainSegment();
        }
    }

    private void bracketSegment() {
        mayBeResolver = false;
        in.at++;
        pieces.add(new Expression.Literal("["));
        plainSegment();
        if (in.isAtEnd() || in.peek() != ']') {
            throw in.mistake("']' is missing");
        }
        in.at++;
        pieces.add(new Expression.Literal("]"));
    }

    private void plainSegment() {
        if (in.looksAt("${")) {
            pieces.add(in.interpolation());
            return;
        }
        int start = in.at;
        while (!in.isAtEnd() && NOT_IN_KEYS.indexOf(in.peek()) < 0) {
            in.at++;
        }
        if (in.at == start) {
            throw in.mistake(
                    in.isAtEnd() ? "'}' is missing" : "expected a key, not '" + in.peek() + "'");
        }
        String name = in.text.substring(start, in.at);
        mayBeResolver &= IDENTIFIER.matcher(name).matches();
        pieces.add(new Expression.Literal(name));
    }

    private Expression call() {
        in.at++;
        in.skipBlanks();
        int start = in.at;
        List<Expression> arguments = new ArgumentParser(in).sequence('}');
        String typed = in.text.substring(start, in.at);
        in.at++;
        return new Expression.Call(List.copyOf(pieces), arguments, typed);
    }
}
