package dev.llmprof.analysis.phase;

import dev.llmprof.shipped.ShippedText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The patterns of `steps.txt` and `frames.txt`; the first that matches a name explains it.
record StepPatterns(List<Row> rows) {
    static final StepPatterns NAMES = new StepPatterns(read("steps.txt"));
    static final StepPatterns FRAMES = new StepPatterns(read("frames.txt"));
    private static final Pattern FIELD = Pattern.compile("(\\w+)=(\\d+)(?:/\\d+)?(?= |$)");
    private static final Map<String, String> SHORT = Map.of("tok", "tokens", "toks", "tokens");

    /// One pattern and the names it is tried on; the kind is empty where the requests decide it.
    record Row(
            String engine,
            String since,
            Optional<StepKind> kind,
            Pattern pattern,
            List<String> examples) {}

    Optional<StepFacts> facts(String name) {
        for (Row row : rows) {
            Matcher matcher = row.pattern().matcher(name);
            if (matcher.matches()) {
                return Optional.of(facts(row, values(matcher)));
            }
        }
        return Optional.empty();
    }

    private static Map<String, Long> values(Matcher matcher) {
        Map<String, Long> values = new HashMap<>();
        for (String group : matcher.namedGroups().keySet()) {
            String text = matcher.group(group);
            if (group.equals("fields")) {
                FIELD.matcher(text)
                        .results()
                        .forEach(field -> {
                            String key = field.group(1).replace("_", "");
                            number(SHORT.getOrDefault(key, key), field.group(2), values);
                        });
            } else if (text != null) {
                number(group, text, values);
            }
        }
        return values;
    }

    /// A number that no trace can mean is left out.
    private static void number(String key, String digits, Map<String, Long> values) {
        if (digits.length() <= 18) {
            values.put(key, Long.valueOf(digits));
        }
    }

    private static StepFacts facts(Row row, Map<String, Long> values) {
        StepKind kind = row.kind().orElse(StepKind.UNKNOWN);
        if (values.getOrDefault("p", 0L) > 0) {
            values.put("c", values.get("p"));
            values.put("g", values.getOrDefault("d", 0L));
            kind = StepKind.MIXED;
        }
        OptionalLong batch = at(values, "bs");
        own(kind).ifPresent(phase -> assign(phase, values));
        StepLoad context = load("c", values);
        StepLoad generation = load("g", values);
        if (row.kind().isEmpty()) {
            kind = byRequests(context, generation);
        } else if (kind == StepKind.DECODE && several(generation)) {
            kind = StepKind.VERIFY;
        }
        return new StepFacts(row.engine(), kind, batch, context, generation, false);
    }

    /// The phase whose numbers stand without its letter.
    private static Optional<String> own(StepKind kind) {
        return switch (kind) {
            case PREFILL -> Optional.of("c");
            case DECODE, VERIFY, DRAFT -> Optional.of("g");
            case MIXED, IDLE, CAPTURE, UNKNOWN -> Optional.empty();
        };
    }

    private static void assign(String phase, Map<String, Long> values) {
        Map<String, String> names =
                Map.of("bs", "", "tokens", "sq", "sk", "sk", "sqsq", "sqsq", "sqsk", "sqsk");
        names.forEach((said, meant) -> {
            Long value = values.get(said);
            if (value != null) {
                values.putIfAbsent(phase + meant, value);
            }
        });
    }

    private static StepKind byRequests(StepLoad context, StepLoad generation) {
        boolean prefill = context.requests().orElse(0) > 0;
        boolean decode = generation.requests().orElse(0) > 0;
        if (prefill) {
            return decode ? StepKind.MIXED : StepKind.PREFILL;
        }
        if (!decode) {
            return StepKind.IDLE;
        }
        return several(generation) ? StepKind.VERIFY : StepKind.DECODE;
    }

    /// More tokens than requests: some of them are guesses to be checked.
    private static boolean several(StepLoad load) {
        return load.tokens().orElse(0) > load.requests().orElse(Long.MAX_VALUE);
    }

    private static StepLoad load(String phase, Map<String, Long> values) {
        return new StepLoad(
                at(values, phase),
                at(values, phase + "sq"),
                at(values, phase + "sk"),
                at(values, phase + "sqsq"),
                at(values, phase + "sqsk"));
    }

    private static OptionalLong at(Map<String, Long> values, String key) {
        Long value = values.get(key);
        return value == null ? OptionalLong.empty() : OptionalLong.of(value);
    }

    private static List<Row> read(String file) {
        List<Row> rows = new ArrayList<>();
        for (String line : text(file).lines().toList()) {
            if (line.startsWith(" ")) {
                rows.getLast().examples().add(line.strip());
            } else if (!line.isBlank() && !line.startsWith("#")) {
                String[] words = line.split(" +", 4);
                Optional<StepKind> kind =
                        words[2].equals("requests")
                                ? Optional.empty()
                                : Optional.of(StepKind.of(words[2]));
                Pattern pattern = Pattern.compile(words[3]);
                rows.add(new Row(words[0], words[1], kind, pattern, new ArrayList<>()));
            }
        }
        return List.copyOf(rows);
    }

    static String text(String file) {
        return ShippedText.of(StepPatterns.class, file);
    }
}
