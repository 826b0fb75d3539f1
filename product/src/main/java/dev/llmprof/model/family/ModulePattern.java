package dev.llmprof.model.family;

import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// How the tools that quantise name modules: a regular expression after `re:`, a pattern with `*`,
/// or a path or a part of one between dots.
record ModulePattern(Predicate<String> matches) {
    static ModulePattern of(String text) {
        if (text.startsWith("re:")) {
            return expression(text.substring(3));
        }
        if (text.contains("*")) {
            String quoted = Pattern.quote(text).replace("*", "\\E.*\\Q");
            Pattern pattern = Pattern.compile(quoted + "(\\..*)?");
            return new ModulePattern(name -> pattern.matcher(name).matches());
        }
        String within = "." + text + ".";
        return new ModulePattern(name -> ("." + name + ".").contains(within));
    }

    /// As Python's `match` takes it: from the start, to wherever. One that Java cannot read matches
    /// nothing.
    static ModulePattern expression(String text) {
        try {
            Pattern pattern = Pattern.compile(text);
            return new ModulePattern(name -> pattern.matcher(name).lookingAt());
        } catch (PatternSyntaxException _) {
            return new ModulePattern(_ -> false);
        }
    }
}
