package dev.llmprof.config.override;

import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.expression.Primitives;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Origin;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// What stands after the `=` of an override.
final class ValueParser {
    private static final Pattern FUNCTION = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]*");
    private static final int MAX_DEPTH = 100;

    private final String input;
    private int at;
    private int depth;

    ValueParser(String input, int at) {
        this.input = input;
        this.at = at;
    }

    Value value() {
        skipBlanks();
        if (isAtEnd()) {
            return Element.text("");
        }
        Value first = element();
        if (isAtEnd()) {
            return first;
        }
        List<Element> items = new ArrayList<>();
        items.add(plain(first));
        while (!isAtEnd()) {
            int start = at;
            skipBlanks();
            if (isAtEnd() || peek() != ',') {
                at = start;
                throw unexpected("after the value");
            }
            at++;
            skipBlanks();
            items.add(plain(element()));
        }
        return new Sweep.Choice(items, true, false, new TreeSet<>());
    }

    private Element plain(Value value) {
        if (value instanceof Element element) {
            return element;
        }
        throw error("a sweep cannot stand inside a list of values", "use one sweep for the key");
    }

    private Value element() {
        if (++depth > MAX_DEPTH) {
            throw error("nested more than " + MAX_DEPTH + " levels deep", "");
        }
        if (isAtEnd()) {
            throw error("a value is missing", "");
        }
        Value element =
                switch (peek()) {
                    case '\'', '"' -> quoted();
                    case '[' -> items();
                    case '{' -> entries();
                    default -> wordOrCall();
                };
        depth--;
        return element;
    }

    private Element quoted() {
        int open = at;
        int close = Quotes.close(input, open);
        if (close < 0) {
            throw error("the quote is not closed", "close it with " + input.charAt(open));
        }
        at = close + 1;
        char quote = input.charAt(open);
        return new Element.Quoted(Quotes.read(input.substring(open + 1, close), quote), quote);
    }

    private Element items() {
        at++;
        skipBlanks();
        List<Element> items = new ArrayList<>();
        if (!isAtEnd() && peek() == ']') {
            at++;
            return new Element.Items(items);
        }
        while (true) {
            items.add(plain(element()));
            if (closes(']')) {
                return new Element.Items(items);
            }
        }
    }

    private Element entries() {
        at++;
        skipBlanks();
        Map<Node.Scalar, Element> entries = new LinkedHashMap<>();
        if (!isAtEnd() && peek() == '}') {
            at++;
            return new Element.Entries(List.of());
        }
        do {
            Node.Scalar key = same(entries.keySet(), key());
            entries.put(key, plain(element()));
        } while (!closes('}'));
        List<Element.Entry> list = new ArrayList<>();
        entries.forEach((key, value) -> list.add(new Element.Entry(key, value)));
        return new Element.Entries(list);
    }

    /// The key that is there and is the same to Python, where 1, 1.0 and true are one.
    private static Node.Scalar same(Set<Node.Scalar> there, Node.Scalar key) {
        double wanted = number(key);
        return there.stream().filter(each -> number(each) == wanted).findFirst().orElse(key);
    }

    private static double number(Node.Scalar key) {
        return switch (key) {
            case Node.Whole(var value, _) -> value.doubleValue();
            case Node.Real(double value, _) -> value;
            case Node.Truth(boolean value, _) -> value ? 1 : 0;
            default -> Double.NaN;
        };
    }

    private Node.Scalar key() {
        String word = Primitives.scan(input, at, false);
        if (word.isBlank()) {
            throw isAtEnd() ? error("a map's key is missing", "") : unexpected("as a map's key");
        }
        at += word.length();
        if (isAtEnd() || peek() != ':') {
            throw isAtEnd()
                    ? error("':' is missing after the key '" + word + "'", "{key: value}")
                    : unexpected("after a map's key");
        }
        at++;
        skipBlanks();
        return Primitives.typed(word, Origin.ENGINE);
    }

    /// Over a comma (false) or the closing mark (true).
    private boolean closes(char close) {
        skipBlanks();
        if (isAtEnd()) {
            throw error("'" + close + "' is missing", "close what was opened, or quote the value");
        }
        if (peek() == close) {
            at++;
            return true;
        }
        if (peek() != ',') {
            throw unexpected("between values");
        }
        at++;
        skipBlanks();
        return false;
    }

    private Value wordOrCall() {
        int start = at;
        var word = new StringBuilder();
        boolean interpolated = false;
        while (true) {
            String run = Primitives.scan(input, at, true);
            word.append(run);
            at += run.length();
            int close = input.startsWith("${", at) ? input.indexOf('}', at) : -1;
            if (close < 0) {
                break;
            }
            word.append(input, at, close + 1);
            at = close + 1;
            interpolated = true;
        }
        if (input.startsWith("${", at)) {
            at++;
            throw unexpected("in the value");
        }
        String name = Primitives.trim(word.toString());
        if (!isAtEnd() && peek() == '(' && FUNCTION.matcher(name).matches()) {
            return call(name, start);
        }
        if (word.isEmpty()) {
            throw unexpected("in the value");
        }
        return new Element.Word(
                interpolated
                        ? new Node.Text(Primitives.unescape(name), Origin.ENGINE)
                        : Primitives.typed(name, Origin.ENGINE));
    }

    private Value call(String name, int start) {
        at++;
        skipBlanks();
        List<Argument> arguments = new ArrayList<>();
        if (!isAtEnd() && peek() == ')') {
            at++;
        } else {
            do {
                arguments.add(argument());
            } while (!closes(')'));
        }
        String typed = input.substring(start, at);
        try {
            return Functions.call(name, arguments);
        } catch (Functions.Mistake mistake) {
            throw OverrideParser.error(
                    input, start, "while evaluating '" + typed + "': " + mistake.text(), "");
        }
    }

    private Argument argument() {
        var name = Pattern.compile("([A-Za-z_][A-Za-z0-9_-]*)[ \t]*=[ \t]*").matcher(input);
        name.region(at, input.length());
        String named = "";
        if (name.lookingAt()) {
            named = name.group(1);
            at = name.end();
        }
        return new Argument(named, element());
    }

    private void skipBlanks() {
        while (!isAtEnd() && (peek() == ' ' || peek() == '\t')) {
            at++;
        }
    }

    private boolean isAtEnd() {
        return at >= input.length();
    }

    private char peek() {
        return input.charAt(at);
    }

    private ConfigError error(String what, String fix) {
        return OverrideParser.error(input, at, what, fix);
    }

    private ConfigError unexpected(String where) {
        String key = input.substring(0, Math.max(0, input.indexOf('=')));
        String value = input.substring(input.indexOf('=') + 1);
        String quoted = value.indexOf('\'') < 0 ? "'" + value + "'" : "\"" + value + "\"";
        String fix = "quote the value, and the whole for the shell: \"" + key + "=" + quoted + "\"";
        return error(OverrideParser.unexpected(peek(), where), fix);
    }

    /// A function's argument; an empty name where it is given by position.
    record Argument(String name, Value value) {}
}
