package dev.llmprof.config.override;

import dev.llmprof.config.node.Node;
import dev.llmprof.config.override.Functions.Mistake;
import dev.llmprof.config.override.ValueParser.Argument;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A call's arguments, by position and by name. A quoted argument is its text.
final class Arguments {
    private final List<Value> positional = new ArrayList<>();
    private final Map<String, Value> byName = new HashMap<>();

    /// For functions that take any number by position; see [#named].
    Arguments(List<Argument> given) {
        for (Argument argument : given) {
            if (!argument.name().isEmpty()) {
                byName.put(argument.name(), plain(argument.value()));
            } else if (!byName.isEmpty()) {
                throw new Mistake("positional argument follows keyword argument");
            } else {
                positional.add(plain(argument.value()));
            }
        }
    }

    /// For functions with these parameters, in this order.
    Arguments(List<Argument> given, String... parameters) {
        this(given);
        if (positional.size() > parameters.length) {
            throw new Mistake("too many positional arguments");
        }
        for (int i = 0; i < positional.size(); i++) {
            if (byName.put(parameters[i], positional.get(i)) != null) {
                throw new Mistake("multiple values for argument '" + parameters[i] + "'");
            }
        }
        named(parameters);
    }

    /// Only these names may be used.
    Arguments named(String... names) {
        byName.keySet().stream()
                .filter(name -> !List.of(names).contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new Mistake("got an unexpected keyword argument '" + name + "'");
                });
        return this;
    }

    Arguments only() {
        return named();
    }

    List<Value> positional() {
        return positional;
    }

    List<Value> positionalOr(String... names) {
        for (String name : names) {
            if (has(name) && !isNull(name)) {
                return List.of(get(name));
            }
        }
        return positional;
    }

    boolean has(String name) {
        return byName.containsKey(name);
    }

    boolean isNull(String name) {
        return byName.get(name) instanceof Element.Word(Node.Nothing _);
    }

    Value get(String name) {
        Value value = byName.get(name);
        if (value == null) {
            throw new Mistake("missing a required argument: '" + name + "'");
        }
        return value;
    }

    Node.Scalar number(String name) {
        if (get(name) instanceof Element.Word(Node.Scalar value)
                && (value instanceof Node.Whole
                        || value instanceof Node.Real
                        || value instanceof Node.Truth)) {
            return value;
        }
        throw new Mistake("the argument '" + name + "' must be a number");
    }

    boolean truth(String name) {
        if (get(name) instanceof Element.Word(Node.Truth(boolean value, _))) {
            return value;
        }
        throw new Mistake("the argument '" + name + "' must be true or false");
    }

    List<String> texts(String name) {
        return switch (get(name)) {
            case Element.Word(Node.Text(String text, _)) -> List.of(text);
            case Element.Items(List<Element> items) ->
                    items.stream().map(item -> text(item, name)).toList();
            default -> throw mustBeText(name);
        };
    }

    private static String text(Element item, String name) {
        return switch (item) {
            case Element.Word(Node.Text(String text, _)) -> text;
            case Element.Quoted(String text, _) -> text;
            case Element.Word _ -> Element.print(item);
            default -> throw mustBeText(name);
        };
    }

    private static Mistake mustBeText(String name) {
        return new Mistake("the argument '" + name + "' must be a text or a list of texts");
    }

    private static Value plain(Value value) {
        return value instanceof Element.Quoted(String text, _) ? Element.text(text) : value;
    }
}
