package dev.llmprof.cli.analyze;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Reads plain words of `analyze` without the command line's library, whose loading takes longer
/// than reading a report. Whatever is not plain it leaves to [AnalyzeCommand], help and mistakes
/// too.
final class AnalyzeWords {
    private static final Set<String> VALUED = Set.of("-o", "--output", "--sql", "--top");
    private static final Set<String> HEARD = Set.of("--quiet", "--verbose");

    private final List<Path> paths = new ArrayList<>();
    private boolean json;
    private Optional<Path> output = Optional.empty();
    private Optional<String> sql = Optional.empty();
    private int top = AnalyzeRequest.DEFAULT_TOP;

    private AnalyzeWords() {}

    static Optional<AnalyzeRequest> request(List<String> words) {
        var read = new AnalyzeWords();
        Iterator<String> rest = words.iterator();
        while (rest.hasNext()) {
            if (!read.take(rest.next(), rest)) {
                return Optional.empty();
            }
        }
        return read.paths.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new AnalyzeRequest(read.paths, read.json, read.output, read.sql, read.top));
    }

    private boolean take(String word, Iterator<String> rest) {
        if (!word.startsWith("-") || word.equals("-")) {
            return !word.isEmpty() && paths.add(Path.of(word));
        }
        if (word.equals("--json")) {
            boolean first = !json;
            json = true;
            return first;
        }
        int equals = word.indexOf('=');
        String name = equals < 0 ? word : word.substring(0, equals);
        if (!VALUED.contains(name)) {
            return HEARD.contains(word);
        }
        if (equals >= 0) {
            return value(name, word.substring(equals + 1));
        }
        return rest.hasNext() && value(name, rest.next());
    }

    /// An option given twice, an odd number or a value that looks like an option is not plain.
    private boolean value(String name, String value) {
        if (value.isEmpty() || value.startsWith("-") || value.startsWith("\"")) {
            return false;
        }
        return switch (name) {
            case "--sql" -> {
                boolean first = sql.isEmpty();
                sql = Optional.of(value);
                yield first;
            }
            case "--top" -> top(value);
            default -> {
                boolean first = output.isEmpty();
                output = Optional.of(Path.of(value));
                yield first;
            }
        };
    }

    private boolean top(String value) {
        boolean plain =
                top == AnalyzeRequest.DEFAULT_TOP
                        && value.length() < 8
                        && value.chars().allMatch(digit -> digit >= '0' && digit <= '9');
        if (plain) {
            top = Integer.parseInt(value);
        }
        return plain;
    }
}
