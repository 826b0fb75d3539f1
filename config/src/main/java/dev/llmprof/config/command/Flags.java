package dev.llmprof.config.command;

import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.error.Kind;
import dev.llmprof.problem.Nearest;
import dev.llmprof.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// The words of a command line, sorted into flags and overrides. Flags may stand anywhere.
public final class Flags {
    private static final Map<String, String> LONG =
            Map.ofEntries(
                    Map.entry("-h", "--help"),
                    Map.entry("-c", "--cfg"),
                    Map.entry("-p", "--package"),
                    Map.entry("-r", "--run"),
                    Map.entry("-m", "--multirun"),
                    Map.entry("-cp", "--config-path"),
                    Map.entry("-cn", "--config-name"),
                    Map.entry("-cd", "--config-dir"),
                    Map.entry("-i", "--info"),
                    Map.entry("-sc", "--shell-completion"));
    private static final Set<String> WITH_VALUE =
            Set.of("--cfg", "--package", "--config-path", "--config-name", "--config-dir");
    private static final Set<String> BARE =
            Set.of(
                    "--help",
                    "--hydra-help",
                    "--version",
                    "--resolve",
                    "--run",
                    "--multirun",
                    "--json",
                    "--quiet",
                    "--verbose");
    private static final Map<String, List<String>> ALLOWED =
            Map.of(
                    "--cfg",
                    List.of("job", "hydra", "all"),
                    "--info",
                    List.of("all", "config", "defaults", "defaults-tree", "plugins", "searchpath"));

    private final Map<String, String> values = new TreeMap<>();
    private final List<String> overrides = new ArrayList<>();

    private Flags() {}

    public static Flags parse(List<String> words) {
        Flags flags = new Flags();
        int i = 0;
        while (i < words.size()) {
            String word = words.get(i);
            if (word.equals("--")) {
                flags.overrides.addAll(words.subList(i + 1, words.size()));
                break;
            }
            i =
                    word.startsWith("-") && word.length() > 1
                            ? flags.flag(words, i)
                            : flags.other(word, i);
        }
        flags.checkTogether();
        return flags;
    }

    private int other(String word, int at) {
        overrides.add(word);
        return at + 1;
    }

    private int flag(List<String> words, int at) {
        String word = words.get(at);
        int equals = word.indexOf('=');
        String typed = equals < 0 ? word : word.substring(0, equals);
        String name = LONG.getOrDefault(typed, typed);
        if (BARE.contains(name) && equals < 0) {
            values.put(name, "");
            return at + 1;
        }
        if (name.equals("--info")) {
            return info(words, at, equals);
        }
        if (!WITH_VALUE.contains(name)) {
            throw unknown(typed);
        }
        if (equals >= 0) {
            put(name, word.substring(equals + 1));
            return at + 1;
        }
        if (at + 1 >= words.size()) {
            throw usage("the flag " + typed + " needs a value", typed + " " + example(name));
        }
        put(name, words.get(at + 1));
        return at + 2;
    }

    // Its value may be left out.
    private int info(List<String> words, int at, int equals) {
        if (equals >= 0) {
            put("--info", words.get(at).substring(equals + 1));
            return at + 1;
        }
        boolean last = at + 1 >= words.size();
        String next = last ? "" : words.get(at + 1);
        if (last || next.startsWith("-") || next.startsWith("+") || next.contains("=")) {
            values.put("--info", "all");
            return at + 1;
        }
        put("--info", next);
        return at + 2;
    }

    private void put(String name, String value) {
        List<String> allowed = ALLOWED.getOrDefault(name, List.of());
        if (!allowed.isEmpty() && !allowed.contains(value)) {
            String near = Nearest.to(value, allowed).map(n -> name + " " + n).orElse("");
            throw usage(
                    "the flag " + name + " cannot be '" + value + "'",
                    near.isEmpty() ? "choose one of: " + String.join(", ", allowed) : near);
        }
        values.put(name, value);
    }

    private void checkTogether() {
        List<String> modes =
                List.of("--run", "--multirun", "--cfg", "--info").stream()
                        .filter(this::has)
                        .toList();
        if (modes.size() > 1) {
            throw usage("only one of " + String.join(", ", modes) + " can be given", "");
        }
        if (has("--resolve") && !has("--cfg") && !has("--help")) {
            throw usage("--resolve goes with --cfg", "--cfg job --resolve");
        }
    }

    private static String example(String name) {
        return switch (name) {
            case "--cfg" -> "job";
            case "--package" -> "some.package";
            case "--config-name" -> "config";
            default -> "directory";
        };
    }

    private static ConfigError unknown(String typed) {
        Set<String> names = new TreeSet<>(BARE);
        names.addAll(WITH_VALUE);
        names.add("--info");
        names.addAll(LONG.keySet());
        return usage(
                "unknown flag '" + typed + "'",
                Nearest.to(typed, names)
                        .map(n -> "did you mean " + n + "?")
                        .orElse("--help shows the flags"));
    }

    static ConfigError usage(String what, String fix) {
        return new ConfigError(Kind.USAGE, new Problem(what, "the command line", fix));
    }

    public boolean has(String name) {
        return values.containsKey(name);
    }

    public Optional<String> value(String name) {
        return Optional.ofNullable(values.get(name));
    }

    public List<String> overrides() {
        return List.copyOf(overrides);
    }
}
