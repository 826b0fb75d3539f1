package dev.llmprof.config.override;

import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.error.Kind;
import dev.llmprof.config.expression.InterpolationParser;
import dev.llmprof.config.node.Origin;
import dev.llmprof.problem.Problem;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads overrides: `[~|+|++]key[@package]=value`, Hydra's grammar.
public final class OverrideParser {
    private static final String ID = "[A-Za-z_][A-Za-z0-9_-]*";
    private static final String NAME = "[A-Za-z_$][A-Za-z0-9_$-]*";
    private static final String PART = "(?:" + NAME + "|0|[1-9][0-9]*+(?:_[0-9]++)*)";
    private static final String PACKAGE = "(?:" + PART + "(?:\\." + PART + ")+|" + NAME + "|)";
    private static final Pattern KEY =
            Pattern.compile(
                    "(~|\\+\\+?)?("
                            + ID
                            + "(?:/"
                            + ID
                            + ")+|"
                            + PACKAGE
                            + ")(?:@("
                            + PACKAGE
                            + "))?");

    // The matcher calls itself for each part.
    private static final int LONGEST_KEY = 400;

    private OverrideParser() {}

    public static List<ParsedOverride> parseAll(List<String> inputs) {
        return inputs.stream().map(OverrideParser::parse).toList();
    }

    public static ParsedOverride parse(String input) {
        Matcher key = KEY.matcher(input).region(0, Math.min(input.length(), LONGEST_KEY));
        if (!key.lookingAt()) {
            throw new IllegalStateException("the empty key matches everything");
        }
        int end = key.end();
        ParsedOverride.Type type = type(key.group(1));
        Optional<String> pack = Optional.ofNullable(key.group(3));
        if (end == input.length()) {
            return withoutValue(input, type, key.group(2), pack);
        }
        if (input.charAt(end) != '=') {
            throw error(input, end, unexpected(input.charAt(end), "in the key"), keyFix(input));
        }
        Value value = new ValueParser(input, end + 1).value();
        checkInterpolations(value, input);
        return new ParsedOverride(type, key.group(2), pack, Optional.of(value), input);
    }

    private static ParsedOverride withoutValue(
            String input, ParsedOverride.Type type, String key, Optional<String> pack) {
        if (type == ParsedOverride.Type.DEL) {
            return new ParsedOverride(type, key, pack, Optional.empty(), input);
        }
        String fix = key.isEmpty() ? "key=value" : input + "=value   or   ~" + key + " to delete";
        throw error(input, input.length(), "'=' is missing", fix);
    }

    private static ParsedOverride.Type type(String mark) {
        return switch (mark) {
            case "~" -> ParsedOverride.Type.DEL;
            case "+" -> ParsedOverride.Type.ADD;
            case "++" -> ParsedOverride.Type.FORCE_ADD;
            case null, default -> ParsedOverride.Type.CHANGE;
        };
    }

    // A broken interpolation is a mistake of the value, found when it is stored.
    private static void checkInterpolations(Value value, String input) {
        Origin origin = new Origin.FromOverride(input);
        switch (value) {
            case Element.Quoted(String text, _) when text.contains("${") ->
                    InterpolationParser.check(text, origin);
            default -> {}
        }
    }

    private static String keyFix(String input) {
        if (input.startsWith("-")) {
            return "flags stand before or after overrides; a key does not start with '-'";
        }
        return input.contains("[") && input.indexOf('[') < Math.max(0, input.indexOf('='))
                ? "list items are addressed as key.0=value"
                : "a key is name.name… or group/group@package";
    }

    static String unexpected(char c, String where) {
        return "unexpected '" + c + "' " + where;
    }

    /// The mistake with the override and a caret under the place.
    static ConfigError error(String input, int at, String what, String fix) {
        String caret =
                input.contains("\n") ? "" : "\n" + input + "\n" + " ".repeat(Math.max(0, at)) + "^";
        return new ConfigError(
                Kind.OVERRIDE_PARSE,
                new Problem(
                        "Error parsing override '" + input + "': " + what,
                        "the command line" + caret,
                        fix));
    }
}
