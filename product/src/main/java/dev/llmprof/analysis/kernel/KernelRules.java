package dev.llmprof.analysis.kernel;

import dev.llmprof.shipped.ShippedText;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// A list of rules in a file, the special ones first: a kind, its patterns, and an example. The
/// first that fits stands.
record KernelRules(List<Rule> rules) {
    /// `-` as the second pattern fits all.
    record Rule(KernelCategory kind, Pattern own, Optional<Pattern> around, String example) {
        boolean fits(String first, String second) {
            return own.matcher(first).find()
                    && around.map(pattern -> pattern.matcher(second).find()).orElse(true);
        }
    }

    static KernelRules read(String file) {
        return new KernelRules(
                ShippedText.lines(KernelRules.class, file).map(KernelRules::rule).toList());
    }

    private static Rule rule(String line) {
        String[] parts = line.split("\\s+", 4);
        return new Rule(
                KernelCategory.valueOf(parts[0].toUpperCase(Locale.ROOT)),
                Pattern.compile(parts[1]),
                parts[2].equals("-") ? Optional.empty() : Optional.of(Pattern.compile(parts[2])),
                parts[3]);
    }

    Optional<Rule> of(String first, String second) {
        for (Rule rule : rules) {
            if (rule.fits(first, second)) {
                return Optional.of(rule);
            }
        }
        return Optional.empty();
    }
}
