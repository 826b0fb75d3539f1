package dev.llmprof.secret;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Names and their values inside a text, as JSON, YAML, headers, connection strings, lists of
/// options, lines of shell and code have them: `{"api_key": "HERE"}`, `host=h password=HERE`,
/// `--header=Api-Key: HERE`, `login(token='HERE')`, `--token HERE`.
///
/// Where a name may be a word of the language, as `key` is, its value must look like a secret too.
final class SecretPairs {
    private static final int SHORTEST = 6;
    private static final int MOST_BLANKS = 3;
    private static final String ENDS_VALUE = " \t\r\n;&|()'\"`,}]<>\\";
    private static final Set<String> SCHEMES = Set.of("bearer", "basic", "token", "digest");

    private SecretPairs() {}

    /// A name, and where its value stands.
    record Pair(String name, int from, int end) {}

    static String hide(String text) {
        var out = new StringBuilder();
        int done = 0;
        for (Pair pair : of(text, 1)) {
            if (pair.from() >= done) {
                out.append(text, done, pair.from()).append(Secrets.HIDDEN);
                done = pair.end();
            }
        }
        return done == 0 ? text : out.append(text, done, text.length()).toString();
    }

    /// Those whose value has at least so many characters.
    static List<Pair> of(String text, int shortest) {
        List<Pair> found = new ArrayList<>();
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '=' || c == ':') {
                assigned(text, at, found);
            } else if (c == '-' && text.startsWith("--", at) && !isOfName(text, at - 1)) {
                flag(text, at, found);
            }
        }
        found.removeIf(pair -> pair.end() - pair.from() < shortest);
        return found;
    }

    private static void assigned(String text, int sign, List<Pair> found) {
        int end = beforeBlanks(text, sign);
        boolean isQuoted = end > 0 && isQuote(text.charAt(end - 1));
        if (isQuoted) {
            end -= end > 1 && text.charAt(end - 2) == '\\' ? 2 : 1;
        }
        int from = end;
        while (isOfName(text, from - 1)) {
            from--;
        }
        if (from == end) {
            return;
        }
        boolean isColon = text.charAt(sign) == ':';
        int start = afterBlanks(text, sign + 1);
        // `a:b` is a path or a port.
        if (isColon && !isQuoted && start == sign + 1 && !isQuote(text, start)) {
            return;
        }
        String name = text.substring(from, end);
        boolean isPlain = name.startsWith("--") || (!isColon && end == sign && isOfCapitals(name));
        value(text, start, name, isPlain, isColon, found);
    }

    /// `--token HERE`.
    private static void flag(String text, int at, List<Pair> found) {
        int end = at;
        while (isOfName(text, end)) {
            end++;
        }
        int start = afterBlanks(text, end);
        if (start > end && start < text.length() && "-=:".indexOf(text.charAt(start)) < 0) {
            value(text, start, text.substring(at, end), true, false, found);
        }
    }

    private static void value(
            String text,
            int start,
            String name,
            boolean isPlain,
            boolean isColon,
            List<Pair> found) {
        int from = afterScheme(text, start);
        boolean isEscaped = text.startsWith("\\", from) && isQuote(text, from + 1);
        int quote = isEscaped ? from + 1 : from;
        boolean isQuoted = isQuote(text, quote);
        if (isQuoted) {
            from = quote + 1;
        }
        int end = isQuoted ? quoted(text, quote, isEscaped) : unquoted(text, from);
        if (end <= from || text.charAt(from) == '$' || isCode(text, from, end, isQuoted)) {
            return;
        }
        String value = text.substring(from, end);
        boolean looksIt = value.length() >= SHORTEST && isMixed(value);
        boolean isSaid = (isQuoted || !isColon) && (isPlain || SecretNames.isCertain(name));
        if ((looksIt || isSaid) && SecretNames.isSecret(name) && !value.equals(Secrets.HIDDEN)) {
            found.add(new Pair(name, from, end));
        }
    }

    private static int afterScheme(String text, int start) {
        int end = start;
        while (end < text.length() && Character.isLetter(text.charAt(end))) {
            end++;
        }
        boolean isScheme =
                end < text.length()
                        && text.charAt(end) == ' '
                        && SCHEMES.contains(
                                text.substring(start, end).toLowerCase(java.util.Locale.ROOT));
        return isScheme ? afterBlanks(text, end) : start;
    }

    private static int quoted(String text, int quote, boolean isEscaped) {
        String close = (isEscaped ? "\\" : "") + text.charAt(quote);
        int end = text.indexOf(close, quote + 1);
        while (!isEscaped && end > quote + 1 && text.charAt(end - 1) == '\\') {
            end = text.indexOf(close, end + 1);
        }
        return end < 0 ? text.length() : end;
    }

    private static int unquoted(String text, int from) {
        int end = from;
        while (end < text.length() && ENDS_VALUE.indexOf(text.charAt(end)) < 0) {
            end++;
        }
        return end;
    }

    /// `key=len(x)`, `token=tokens[0]`, `a == b`.
    private static boolean isCode(String text, int from, int end, boolean isQuoted) {
        return !isQuoted
                && (text.startsWith("(", end)
                        || text.charAt(from) == '='
                        || text.substring(from, end).indexOf('[') > 0);
    }

    /// A digit, or letters of both sizes.
    static boolean isMixed(String text) {
        boolean isSmall = false;
        boolean isCapital = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isDigit(c)) {
                return true;
            }
            isSmall |= Character.isLowerCase(c);
            isCapital |= Character.isUpperCase(c);
        }
        return isSmall && isCapital;
    }

    private static boolean isOfCapitals(String name) {
        return name.equals(name.toUpperCase(java.util.Locale.ROOT));
    }

    private static int beforeBlanks(String text, int at) {
        int end = at;
        while (end > 0 && at - end < MOST_BLANKS && text.charAt(end - 1) == ' ') {
            end--;
        }
        return end;
    }

    private static int afterBlanks(String text, int at) {
        int start = at;
        while (start < text.length()
                && start - at < MOST_BLANKS
                && Character.isWhitespace(text.charAt(start))) {
            start++;
        }
        return start;
    }

    private static boolean isQuote(String text, int at) {
        return at < text.length() && isQuote(text.charAt(at));
    }

    private static boolean isQuote(char c) {
        return c == '"' || c == '\'';
    }

    private static boolean isOfName(String text, int at) {
        if (at < 0 || at >= text.length()) {
            return false;
        }
        char c = text.charAt(at);
        return (c < 128 && Character.isLetterOrDigit(c)) || c == '_' || c == '-' || c == '.';
    }
}
