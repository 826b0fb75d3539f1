package dev.llmprof.cli.complete;

import dev.llmprof.config.Composer;
import dev.llmprof.config.Composition;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.python.PythonText;
import dev.llmprof.config.source.Request;
import dev.llmprof.model.Presets;
import dev.llmprof.pipeline.ManifestFile;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// `llmprof __complete KIND CURRENT WORD…`: what can stand at a place of the command line, of which
/// so much is typed, after those words. Asked for at every Tab, so it does little and is silent
/// about mistakes.
public final class Candidates {
    private final Function<List<String>, Request> requests;
    private final Path runs;

    /// `requests` makes a configuration request of a command line's words; `runs` is where runs are
    /// unless somebody says otherwise, as a user would type it.
    public Candidates(Function<List<String>, Request> requests, Path runs) {
        this.requests = requests;
        this.runs = runs;
    }

    public List<String> of(List<String> asked) {
        Optional<PlaceKind> kind = asked.stream().findFirst().flatMap(PlaceKind::of);
        if (kind.isEmpty()) {
            return List.of();
        }
        String current = asked.size() > 1 ? asked.get(1) : "";
        try {
            return all(kind.get(), current, asked.stream().skip(2).toList())
                    .filter(each -> each.startsWith(current))
                    .toList();
        } catch (Problem.Found mistaken) {
            return List.of();
        }
    }

    private Stream<String> all(PlaceKind kind, String current, List<String> words) {
        return switch (kind) {
            case GPU -> options("gpu", words);
            case GPUS -> gpus(current, words);
            case MODEL -> options("model", words);
            case PRESET -> Presets.names().stream();
            case OVERRIDE -> overrides(current, words);
            case RUN -> runs();
            case FILE, ANY -> Stream.of();
        };
    }

    /// Names with commas between.
    private Stream<String> gpus(String current, List<String> words) {
        String before = current.substring(0, current.lastIndexOf(',') + 1);
        return Stream.concat(options("gpu", words), Stream.of("all", "host"))
                .map(name -> before + name);
    }

    private Stream<String> options(String group, List<String> words) {
        return composed(words).repository().options(group).stream();
    }

    private Composition composed(List<String> words) {
        return new Composer().compose(requests.apply(words));
    }

    private Stream<String> overrides(String current, List<String> words) {
        Composition composed = composed(words);
        String typed = current.replaceFirst("^(\\+\\+?|~)", "");
        String sign = current.substring(0, current.length() - typed.length());
        int equals = typed.indexOf('=');
        if (equals < 0) {
            List<String> keys = new ArrayList<>();
            composed.defaults().choices().keySet().stream().sorted().forEach(keys::add);
            keys("", composed.job(), keys);
            return keys.stream().distinct().map(key -> sign + key + "=");
        }
        String key = typed.substring(0, equals);
        return values(composed, key).map(value -> sign + key + "=" + value);
    }

    private static void keys(String prefix, MapNode map, List<String> keys) {
        for (Object key : map.keys()) {
            String path = prefix + key;
            if (map.get(key).orElseThrow() instanceof MapNode below && !below.isEmpty()) {
                keys(path + ".", below, keys);
            } else {
                keys.add(path);
            }
        }
    }

    /// The options of a group; of a key its value, or both that a switch can have.
    private static Stream<String> values(Composition composed, String key) {
        String group = key.replaceFirst("@.*", "");
        if (composed.repository().isGroup(group)) {
            return composed.repository().options(group).stream();
        }
        return value(composed.job(), key).stream()
                .map(PythonText::str)
                .flatMap(text ->
                        text.equals("True") || text.equals("False")
                                ? Stream.of("true", "false")
                                : Stream.of(text.equals("None") ? "null" : text))
                .filter(text -> text.chars().noneMatch(Character::isWhitespace));
    }

    private static Optional<Node> value(MapNode root, String key) {
        Optional<Node> at = Optional.of(root);
        for (String part : key.split("\\.", -1)) {
            at = at.filter(MapNode.class::isInstance).flatMap(map -> ((MapNode) map).get(part));
        }
        return at.filter(node -> !(node instanceof MapNode));
    }

    /// The newest first, as their names go by time.
    private Stream<String> runs() {
        if (!Files.isDirectory(runs)) {
            return Stream.of();
        }
        try (Stream<Path> found = Files.list(runs)) {
            return found
                    .filter(Candidates::isRun)
                    .map(Path::toString)
                    .sorted(Comparator.reverseOrder())
                    .toList()
                    .stream();
        } catch (IOException e) {
            return Stream.of();
        }
    }

    private static boolean isRun(Path directory) {
        return Stream.of(ManifestFile.NAME, "sweep.json")
                .anyMatch(name -> Files.isRegularFile(directory.resolve(name)));
    }
}
