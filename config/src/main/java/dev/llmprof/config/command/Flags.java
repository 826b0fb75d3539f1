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
    private final Map<String, String> values = new TreeMap<>();
    private final List<String> overrides = new ArrayList<>();

    private final List<String> elsewhere;

    private Flags(List<String> elsewhere) {
        this.elsewhere = List.copyOf(elsewhere);
    }

    /// `elsewhere` are flags that the program has taken out of the words; a mistyped one may have
    /// been meant.
    public static Flags parse(List<String> words, List<String> elsewhere) {
        Flags flags = new Flags(elsewhere);
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
        ConfigFlag flag = ConfigFlag.of(typed).orElseThrow(() -> unknown(typed));
        return switch (flag.takes()) {
            case NOTHING -> {
                if (equals >= 0) {
                    throw unknown(typed);
                }
                values.put(flag.longName(), "");
                yield at + 1;
            }
            case PERHAPS_VALUE -> info(words, at, equals);
            case VALUE -> value(words, at, flag);
        };
    }

    private int value(List<String> words, int at, ConfigFlag flag) {
        String word = words.get(at);
        int equals = word.indexOf('=');
        if (equals >= 0) {
            put(flag, word.substring(equals + 1));
            return at + 1;
        }
        if (at + 1 >= words.size()) {
            throw usage("the flag " + word + " needs a value", word + " " + flag.example());
        }
        put(flag, words.get(at + 1));
        return at + 2;
    }

    // Its value may be left out.
    private int info(List<String> words, int at, int equals) {
        if (equals >= 0) {
            put(ConfigFlag.INFO, words.get(at).substring(equals + 1));
            return at + 1;
        }
        boolean last = at + 1 >= words.size();
        String next = last ? "" : words.get(at + 1);
        if (last || next.startsWith("-") || next.startsWith("+") || next.contains("=")) {
            values.put(ConfigFlag.INFO.longName(), "all");
            return at + 1;
        }
        put(ConfigFlag.INFO, next);
        return at + 2;
    }

    private void put(ConfigFlag flag, String value) {
        String name = flag.longName();
        List<String> allowed = flag.allowed();
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

    private ConfigError unknown(String typed) {
        Set<String> names = new TreeSet<>(elsewhere);
        for (ConfigFlag flag : ConfigFlag.values()) {
            names.addAll(flag.names());
        }
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
