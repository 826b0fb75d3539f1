package dev.llmprof.config;

import dev.llmprof.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Keys that were renamed: old ones in overrides are understood, each with a warning.
///
/// A rule renames a key, a whole subtree (`a.*` to `b.*`), an ending (`*.a` to `*.b`), or replaces
/// one override by another (`a=x` to `b=y`).
public record OldKeys(List<Rule> rules) {

    public OldKeys {
        rules = List.copyOf(rules);
    }

    public record Rule(String old, String now) {}

    /// Overrides in today's words, and a warning for each that was not.
    public record Renamed(List<String> overrides, List<Problem> warnings) {}

    public static Renamed none(List<String> overrides) {
        return new Renamed(overrides, List.of());
    }

    public Renamed apply(List<String> overrides) {
        List<String> renamed = new ArrayList<>();
        List<Problem> warnings = new ArrayList<>();
        for (String override : overrides) {
            String now = now(override);
            renamed.add(now);
            if (!now.equals(override)) {
                warnings.add(
                        new Problem(
                                "'" + key(override) + "' is now '" + key(now) + "'",
                                "override '" + override + "'",
                                now));
            }
        }
        return new Renamed(renamed, warnings);
    }

    /// Today's name of a key, where it had another.
    public Optional<String> renamed(String key) {
        return Optional.of(now(key)).filter(now -> !now.equals(key));
    }

    // Each rule is applied at most once, in order, so that nsys.enabled goes through two of them.
    private String now(String override) {
        String current = override;
        for (Rule rule : rules) {
            current = apply(rule, current).orElse(current);
        }
        return current;
    }

    private static Optional<String> apply(Rule rule, String override) {
        if (rule.old().contains("=")) {
            return override.equals(rule.old()) ? Optional.of(rule.now()) : Optional.empty();
        }
        String mark = mark(override);
        String key = key(override);
        String rest = override.substring(mark.length() + key.length());
        // Old keys had to be added with +; today's are there to be set.
        String kept = mark.equals("+") ? "" : mark;
        return renamed(rule, key).map(now -> kept + now + rest);
    }

    private static Optional<String> renamed(Rule rule, String key) {
        if (rule.old().endsWith(".*")) {
            String prefix = rule.old().substring(0, rule.old().length() - 1);
            String now = rule.now().substring(0, rule.now().length() - 1);
            return key.startsWith(prefix)
                    ? Optional.of(now + key.substring(prefix.length()))
                    : Optional.empty();
        }
        if (rule.old().startsWith("*.")) {
            String ending = rule.old().substring(1);
            return key.endsWith(ending)
                    ? Optional.of(
                            key.substring(0, key.length() - ending.length())
                                    + rule.now().substring(1))
                    : Optional.empty();
        }
        return key.equals(rule.old()) ? Optional.of(rule.now()) : Optional.empty();
    }

    private static String mark(String override) {
        if (override.startsWith("++")) {
            return "++";
        }
        return override.startsWith("+") || override.startsWith("~") ? override.substring(0, 1) : "";
    }

    private static String key(String override) {
        int equals = override.indexOf('=');
        return override.substring(mark(override).length(), equals < 0 ? override.length() : equals);
    }
}
