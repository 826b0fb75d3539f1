package dev.llmprof.config.yaml;

import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.error.Kind;
import dev.llmprof.config.expression.InterpolationParser;
import dev.llmprof.config.node.ListNode;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Origin;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.parser.Parser;

/// Turns parser events into a tree, within bounds that no honest configuration reaches.
final class TreeBuilder {
    static final int MAX_DEPTH = 200;
    static final long MAX_VALUES = 1_000_000;
    private static final String TAG = "tag:yaml.org,2002:";

    private static final Set<String> PAIRS = Set.of(TAG + "omap", TAG + "pairs");

    private final Source source;
    private final Parser parser;
    private final Map<String, Anchored> anchors = new HashMap<>();
    private long values;

    TreeBuilder(Source source, Parser parser) {
        this.source = source;
        this.parser = parser;
    }

    Node node(int depth) {
        Event event = parser.next();
        if (depth > MAX_DEPTH) {
            throw limit("nested more than " + MAX_DEPTH + " levels deep", event);
        }
        count(1, event);
        long before = values;
        Optional<String> anchor = anchorOf(event);
        anchor.ifPresent(name -> open(name, event));
        Node node =
                switch (event) {
                    case AliasEvent alias -> alias(alias);
                    case ScalarEvent scalar -> scalar(scalar);
                    case SequenceStartEvent sequence -> sequence(sequence, depth);
                    case MappingStartEvent mapping ->
                            new MappingBuilder(this, parser).read(mapping, depth);
                    default -> throw error("unexpected " + event.getEventId(), event, "");
                };
        long weight = values - before + 1;
        anchor.ifPresent(name -> anchors.put(name, new Anchored(Optional.of(node), weight)));
        return node;
    }

    Origin origin(Event event) {
        return new Origin.InFile(source.name(), line(event), column(event));
    }

    ConfigError error(String what, Event at, String fix) {
        return error(Kind.YAML_ERROR, what, at, fix);
    }

    ConfigError error(Kind kind, String what, Event at, String fix) {
        return source.error(kind, what, line(at), column(at), fix);
    }

    private Optional<String> anchorOf(Event event) {
        return event instanceof NodeEvent node && !(event instanceof AliasEvent)
                ? node.getAnchor().map(anchor -> anchor.getValue())
                : Optional.empty();
    }

    // YAML lets a later anchor take the name over; PyYAML refuses it, and so does Hydra.
    private void open(String name, Event event) {
        if (anchors.putIfAbsent(name, new Anchored(Optional.empty(), 0)) != null) {
            throw error("the anchor '&" + name + "' is used twice", event, "give one another name");
        }
    }

    private Node alias(AliasEvent alias) {
        String name = alias.getAlias().getValue();
        Anchored anchored = anchors.get(name);
        if (anchored == null) {
            throw error("found undefined alias '" + name + "'", alias, "define &" + name);
        }
        count(anchored.weight(), alias);
        return anchored.node()
                .orElseThrow(
                        () -> error("the alias '" + name + "' is inside what it names", alias, ""));
    }

    private Node sequence(SequenceStartEvent start, int depth) {
        boolean paired = start.getTag().filter(PAIRS::contains).isPresent();
        start.getTag()
                .filter(tag -> !tag.equals(TAG + "seq") && !tag.equals("!") && !paired)
                .ifPresent(tag -> unknownTag(tag, start));
        ListNode list = new ListNode(origin(start));
        while (!parser.checkEvent(Event.ID.SequenceEnd)) {
            Event item = parser.peekEvent();
            Node node = node(depth + 1);
            list.add(paired ? pair(node, item) : node);
        }
        parser.next();
        return list;
    }

    /// An ordered map is a list of pairs, which OmegaConf keeps as lists.
    private Node pair(Node node, Event event) {
        if (node instanceof MapNode map && map.size() == 1) {
            Map.Entry<Object, Node> only = map.entries().iterator().next();
            ListNode pair = new ListNode(node.origin());
            pair.add(Node.ofKey(only.getKey(), node.origin()));
            pair.add(only.getValue());
            return pair;
        }
        throw error("an ordered map has one key in each item", event, "- key: value");
    }

    Node scalar(ScalarEvent event) {
        Origin origin = origin(event);
        String text = value(event);
        // A mark without a name asks for the type that the text looks like.
        boolean marked = event.getTag().filter("!"::equals).isPresent();
        Optional<String> tag = marked ? Optional.empty() : event.getTag();
        Node.Scalar scalar;
        if (tag.isPresent()) {
            scalar = tagged(tag.get(), text, event, origin);
        } else if (!event.isPlain() && !marked) {
            scalar = Node.ofText(text, origin);
        } else if (text.equals("=") || text.equals("<<")) {
            throw error(
                    "'" + text + "' alone has no meaning here", event, "quote it: '" + text + "'");
        } else {
            scalar = YamlTypes.plain(text, origin);
        }
        if (scalar instanceof Node.Interpolation(String interpolation, _)) {
            InterpolationParser.check(interpolation, origin);
        }
        return scalar;
    }

    /// A block at the very end has no line break where the text has none.
    private String value(ScalarEvent event) {
        String text = event.getValue();
        boolean block =
                event.getScalarStyle() == ScalarStyle.LITERAL
                        || event.getScalarStyle() == ScalarStyle.FOLDED;
        String all = source.text();
        boolean cut =
                block
                        && text.endsWith("\n")
                        && !all.endsWith("\n")
                        && event.getEndMark()
                                .filter(mark ->
                                        mark.getIndex() >= all.codePointCount(0, all.length()))
                                .isPresent();
        return cut ? text.substring(0, text.length() - 1) : text;
    }

    private Node.Scalar tagged(String tag, String text, ScalarEvent event, Origin origin) {
        return switch (tag) {
            case TAG + "str" -> Node.ofText(text, origin);
            case TAG + "null" -> new Node.Nothing(origin);
            case TAG + "int" ->
                    YamlTypes.whole(text, origin).orElseThrow(() -> misfit(text, tag, event));
            case TAG + "float" ->
                    YamlTypes.real(text, origin).orElseThrow(() -> misfit(text, tag, event));
            case TAG + "bool" ->
                    YamlTypes.truth(text, origin).orElseThrow(() -> misfit(text, tag, event));
            default -> throw unknownTag(tag, event);
        };
    }

    private ConfigError misfit(String text, String tag, Event event) {
        return error("'" + text + "' does not fit the tag '" + tag + "'", event, "");
    }

    ConfigError unknownTag(String tag, Event event) {
        throw error(
                "the tag '" + tag + "' is not known",
                event,
                "remove the tag; configuration files hold plain values only");
    }

    private void count(long more, Event event) {
        values += more;
        if (values > MAX_VALUES) {
            throw limit("holds more than " + MAX_VALUES + " values once aliases expand", event);
        }
    }

    private ConfigError limit(String what, Event event) {
        return error(Kind.LIMIT, "the file " + what, event, "split it into smaller files");
    }

    private static int line(Event event) {
        return event.getStartMark().map(Mark::getLine).orElse(0) + 1;
    }

    private static int column(Event event) {
        return event.getStartMark().map(Mark::getColumn).orElse(0) + 1;
    }

    /// A named value; empty while it is still being read.
    private record Anchored(Optional<Node> node, long weight) {}
}
