package dev.llmprof.config.override;

import dev.llmprof.config.node.Node;
import dev.llmprof.config.override.ValueParser.Argument;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;

/// The functions an override may call.
final class Functions {
    private static final String AVAILABLE =
            "bool,choice,float,glob,int,interval,range,shuffle,sort,str,tag";

    private Functions() {}

    /// What is wrong with a call; the parser adds the override and the place.
    static final class Mistake extends RuntimeException {
        Mistake(String message) {
            super(message, null, false, false);
        }

        String text() {
            return String.valueOf(getMessage());
        }
    }

    static Value call(String name, List<Argument> given) {
        return switch (name) {
            case "int", "float", "str", "bool" -> Casts.cast(name, castArgument(given));
            case "choice" -> choice(new Arguments(given).only());
            case "range" -> range(new Arguments(given, "start", "stop", "step"));
            case "interval" -> interval(new Arguments(given, "start", "end"));
            case "glob" -> glob(new Arguments(given, "include", "exclude"));
            case "sort" -> sort(new Arguments(given).named("sweep", "list", "reverse"));
            case "shuffle" -> shuffle(new Arguments(given).named("sweep", "list"));
            case "tag" -> tag(new Arguments(given).named("sweep"));
            default ->
                    throw new Mistake("Unknown function '" + name + "'\nAvailable: " + AVAILABLE);
        };
    }

    private static Value castArgument(List<Argument> given) {
        Arguments arguments = new Arguments(given).named("value");
        List<Value> positional = arguments.positional();
        if (arguments.has("value")) {
            if (!positional.isEmpty()) {
                throw new Mistake("cannot use both position and named arguments");
            }
            return arguments.get("value");
        }
        if (positional.isEmpty()) {
            throw new Mistake("No positional args or value specified");
        }
        return positional.size() == 1 ? positional.getFirst() : simple(elements(positional));
    }

    private static Sweep.Choice simple(List<Element> items) {
        return new Sweep.Choice(items, true, false, new TreeSet<>());
    }

    private static List<Element> elements(List<Value> values) {
        List<Element> elements = new ArrayList<>();
        for (Value value : values) {
            if (!(value instanceof Element element)) {
                throw new Mistake("a sweep cannot be an argument here");
            }
            elements.add(element);
        }
        return elements;
    }

    private static Value choice(Arguments arguments) {
        List<Value> given = arguments.positional();
        if (given.isEmpty()) {
            throw new Mistake("empty choice is not legal");
        }
        if (given.size() == 1 && given.getFirst() instanceof Sweep.Choice inner) {
            if (!inner.simple()) {
                throw new Mistake("nesting choices is not supported");
            }
            return new Sweep.Choice(inner.items(), false, inner.shuffle(), inner.tags());
        }
        for (int i = 0; i < given.size(); i++) {
            if (given.get(i) instanceof Element.Word(Node.Nothing _)) {
                throw new Mistake("argument " + (i + 1) + " of choice is null, which it cannot be");
            }
        }
        return new Sweep.Choice(elements(given), false, false, new TreeSet<>());
    }

    private static Value range(Arguments arguments) {
        Node.Scalar first = arguments.number("start");
        boolean hasStop = arguments.has("stop") && !arguments.isNull("stop");
        Node.Scalar start = hasStop ? first : Node.whole(0);
        Node.Scalar stop = hasStop ? arguments.number("stop") : first;
        Node.Scalar step = arguments.has("step") ? arguments.number("step") : Node.whole(1);
        return new Sweep.Range(start, stop, step, false, new TreeSet<>());
    }

    private static Value interval(Arguments arguments) {
        return new Sweep.Interval(
                Casts.real(arguments.number("start")),
                Casts.real(arguments.number("end")),
                new TreeSet<>());
    }

    private static Value glob(Arguments arguments) {
        List<String> exclude =
                arguments.has("exclude") && !arguments.isNull("exclude")
                        ? arguments.texts("exclude")
                        : List.of();
        return new Sweep.Glob(arguments.texts("include"), exclude);
    }

    private static Value tag(Arguments arguments) {
        List<Value> given = new ArrayList<>(arguments.positional());
        if (arguments.has("sweep")) {
            given.add(arguments.get("sweep"));
        }
        if (given.isEmpty()) {
            throw new Mistake("Not enough arguments to tag, must take at least a sweep");
        }
        var tags = new TreeSet<String>();
        for (Value tag : given.subList(0, given.size() - 1)) {
            if (!(tag instanceof Element.Word(Node.Text(String text, _)))) {
                throw new Mistake("a tag is a text");
            }
            tags.add(text);
        }
        return switch (given.getLast()) {
            case Sweep.Choice c -> new Sweep.Choice(c.items(), c.simple(), c.shuffle(), tags);
            case Sweep.Range r -> new Sweep.Range(r.start(), r.stop(), r.step(), r.shuffle(), tags);
            case Sweep.Interval i -> new Sweep.Interval(i.start(), i.end(), tags);
            case Sweep.Glob _, Element _ ->
                    throw new Mistake(
                            "Last argument to tag() must be a choice(), range() or interval()");
        };
    }

    private static Value shuffle(Arguments arguments) {
        List<Value> given = arguments.positionalOr("list", "sweep");
        if (given.size() != 1) {
            return new Sweep.Choice(elements(given), true, true, new TreeSet<>());
        }
        return switch (given.getFirst()) {
            case Sweep.Choice c -> new Sweep.Choice(c.items(), c.simple(), true, c.tags());
            case Sweep.Range r -> new Sweep.Range(r.start(), r.stop(), r.step(), true, r.tags());
            case Element.Items(List<Element> items) -> new Element.Items(shuffled(items));
            case Sweep.Interval _, Sweep.Glob _ ->
                    throw new Mistake("only choices, ranges and lists can be shuffled");
            case Element element -> new Element.Items(List.of(element));
        };
    }

    /// The same order for the same values: a sweep can be repeated.
    static <T> List<T> shuffled(List<T> items) {
        List<T> shuffled = new ArrayList<>(items);
        Collections.shuffle(shuffled, new Random(items.hashCode()));
        return shuffled;
    }

    private static Value sort(Arguments arguments) {
        boolean reverse = arguments.has("reverse") && arguments.truth("reverse");
        List<Value> given = arguments.positionalOr("list", "sweep");
        if (given.isEmpty()) {
            throw new Mistake("empty sort input");
        }
        if (given.size() > 1) {
            List<Element> items = elements(given);
            items.forEach(Sorting::requireWord);
            return simple(Sorting.sorted(items, reverse));
        }
        return switch (given.getFirst()) {
            case Sweep.Choice c ->
                    new Sweep.Choice(
                            Sorting.sorted(c.items(), reverse), c.simple(), c.shuffle(), c.tags());
            case Sweep.Range range -> Sorting.directed(range, reverse);
            case Element.Items(List<Element> items) ->
                    new Element.Items(Sorting.sorted(items, reverse));
            case Element.Word word -> word;
            case Element.Quoted quoted -> quoted;
            case Element.Entries entries -> entries;
            case Sweep.Interval _, Sweep.Glob _ ->
                    throw new Mistake("only choices, ranges, lists and values can be sorted");
        };
    }
}
