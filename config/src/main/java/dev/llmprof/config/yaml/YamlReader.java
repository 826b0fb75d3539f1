package dev.llmprof.config.yaml;

import dev.llmprof.config.error.Kind;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Origin;
import java.util.Locale;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/// Reads one YAML document into a tree, each value with its line and column.
public final class YamlReader {
    private static final LoadSettings SETTINGS =
            LoadSettings.builder().setCodePointLimit(Integer.MAX_VALUE).build();

    private YamlReader() {}

    /// An empty document is an empty map; a bare text is read once more as a document, and is a key
    /// without value where it stays a text, as OmegaConf has it.
    public static Node read(Source source) {
        Node node = document(source);
        if (node instanceof Node.Nothing) {
            return new MapNode(node.origin());
        }
        if (node instanceof Node.Text || node instanceof Node.Interpolation) {
            return fromText(source, node);
        }
        if (node instanceof Node.Missing) {
            return keyOnly("???", node.origin());
        }
        if (node instanceof Node.Scalar) {
            throw source.error(
                    Kind.YAML_ERROR,
                    "the document is a single number or bool, not a map or list",
                    1,
                    1,
                    "write 'key: value' lines");
        }
        return node;
    }

    /// The document as it stands: a scalar stays one.
    public static Node document(Source source) {
        try {
            var parser =
                    new ParserImpl(SETTINGS, new StreamReader(SETTINGS, FlowMarks.plain(source)));
            var builder = new TreeBuilder(source, parser);
            parser.next();
            if (parser.checkEvent(Event.ID.StreamEnd)) {
                return new Node.Nothing(new Origin.InFile(source.name(), 1, 1));
            }
            parser.next();
            Node node = builder.node(0);
            parser.next();
            if (!parser.checkEvent(Event.ID.StreamEnd)) {
                Event second = parser.peekEvent();
                throw builder.error(
                        "expected a single document, but found another",
                        second,
                        "keep one document; remove the '---' between them");
            }
            return node;
        } catch (ReaderException unreadable) {
            throw unreadable(source, unreadable);
        } catch (MarkedYamlEngineException broken) {
            throw broken(source, broken);
        } catch (YamlEngineException other) {
            String what = "broken YAML: " + other.getMessage();
            throw source.error(Kind.YAML_ERROR, what, 1, 1, "");
        }
    }

    private static Node fromText(Source source, Node text) {
        String content =
                switch (text) {
                    case Node.Text(String value, _) -> value;
                    case Node.Interpolation(String value, _) -> value;
                    default -> throw new IllegalStateException("not a text");
                };
        Node again = document(new Source(source.name(), content));
        if (again instanceof Node.Text || again instanceof Node.Interpolation) {
            return keyOnly(content, text.origin());
        }
        return again instanceof Node.Scalar ? new MapNode(text.origin()) : again;
    }

    private static MapNode keyOnly(String key, Origin origin) {
        MapNode map = new MapNode(origin);
        map.put(key, new Node.Nothing(origin));
        return map;
    }

    private static RuntimeException broken(Source source, MarkedYamlEngineException broken) {
        Mark mark = broken.getProblemMark().or(broken::getContextMark).orElse(null);
        int line = mark == null ? 1 : mark.getLine() + 1;
        int column = mark == null ? 1 : mark.getColumn() + 1;
        String context = broken.getContext() == null ? "" : broken.getContext() + ": ";
        String problem = broken.getProblem() == null ? "" : broken.getProblem();
        return source.error(
                Kind.YAML_ERROR, "broken YAML: " + context + problem, line, column, hint(problem));
    }

    private static String hint(String problem) {
        if (problem.contains("'\\t'") || problem.contains("TAB")) {
            return "indent with spaces, not tabs";
        }
        return problem.contains("cannot start any token") ? "quote the value: '…'" : "";
    }

    private static RuntimeException unreadable(Source source, ReaderException unreadable) {
        int at = Math.min(unreadable.getPosition(), source.text().length());
        String before = source.text().substring(0, at);
        int line = (int) before.chars().filter(c -> c == '\n').count() + 1;
        int column = at - before.lastIndexOf('\n');
        String what =
                String.format(
                        Locale.ROOT,
                        "the character U+%04X is not allowed in YAML",
                        unreadable.getCodePoint());
        return source.error(Kind.YAML_ERROR, what, line, column, "remove it, or write \"\\x00\"");
    }
}
