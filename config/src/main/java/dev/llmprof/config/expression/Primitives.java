package dev.llmprof.config.expression;

import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Origin;
import java.math.BigInteger;
import java.util.Locale;
import java.util.regex.Pattern;

/// Unquoted words of the command line and of resolver arguments: which characters they may hold,
/// and what type they have.
public final class Primitives {
    // With underscores between; no group repeats, or a long number ends the matcher's stack.
    private static final String MORE = "(?![0-9_]*__)[0-9_]*+(?<=[0-9])";
    private static final String WHOLE = "(0|[1-9]" + MORE + ")";
    private static final Pattern INT = Pattern.compile("[+-]?" + WHOLE);
    private static final Pattern FLOAT =
            Pattern.compile(
                    "[+-]?((W\\.(D)?|\\.D)([eE][+-]?D)?|W[eE][+-]?D)"
                            .replace("D", "[0-9]" + MORE)
                            .replace("W", WHOLE));
    private static final Pattern SPECIAL =
            Pattern.compile("[+-]?(inf|nan)", Pattern.CASE_INSENSITIVE);
    private static final String MARKS = "_-/\\+.$%*@?|";
    private static final String ESCAPED = "\\()[]{}:=, \t";

    private Primitives() {}

    /// The longest run of word characters from `at`, escapes included, up to a `${`.
    public static String scan(String text, int at, boolean withColons) {
        int end = at;
        while (end < text.length()) {
            char c = text.charAt(end);
            if (c == '$' && text.startsWith("${", end)) {
                break;
            }
            if (c == '\\' && end + 1 < text.length() && isEscaped(text.charAt(end + 1))) {
                end += 2;
            } else if (isWord(c) || c == ' ' || c == '\t' || (c == ':' && withColons)) {
                end++;
            } else {
                break;
            }
        }
        return text.substring(at, end);
    }

    /// The value of a word: exactly one number, bool or null, else a text. Blanks around go.
    public static Node.Scalar typed(String word, Origin origin) {
        String trimmed = trim(word);
        if (trimmed.isEmpty()) {
            return new Node.Text("", origin);
        }
        char first = trimmed.charAt(0);
        if (first == 't' || first == 'T' || first == 'f' || first == 'F') {
            String lower = trimmed.toLowerCase(Locale.ROOT);
            if (lower.equals("true") || lower.equals("false")) {
                return new Node.Truth(lower.equals("true"), origin);
            }
        }
        if (trimmed.equalsIgnoreCase("null")) {
            return new Node.Nothing(origin);
        }
        if (INT.matcher(trimmed).matches()) {
            String digits = trimmed.replace("_", "").replace("+", "");
            return new Node.Whole(new BigInteger(digits), origin);
        }
        if (FLOAT.matcher(trimmed).matches()) {
            return new Node.Real(Double.parseDouble(trimmed.replace("_", "")), origin);
        }
        if (SPECIAL.matcher(trimmed).matches()) {
            return new Node.Real(special(trimmed.toLowerCase(Locale.ROOT)), origin);
        }
        return new Node.Text(unescape(trimmed), origin);
    }

    public static String unescape(String word) {
        if (word.indexOf('\\') < 0) {
            return word;
        }
        var plain = new StringBuilder(word.length());
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            if (c == '\\' && i + 1 < word.length() && isEscaped(word.charAt(i + 1))) {
                i++;
                plain.append(word.charAt(i));
            } else {
                plain.append(c);
            }
        }
        return plain.toString();
    }

    /// The way back: each special character gets its backslash.
    public static String escape(String text) {
        var escaped = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isEscaped(c)) {
                escaped.append('\\');
            }
            escaped.append(c);
        }
        return escaped.toString();
    }

    /// Without blanks around; an escaped blank at the end stays, and blanks after a last colon,
    /// which the grammar reads as part of it.
    public static String trim(String word) {
        int start = 0;
        int end = word.length();
        while (start < end && isBlank(word.charAt(start))) {
            start++;
        }
        while (end > start && isBlank(word.charAt(end - 1)) && !isEscapedAt(word, end - 1)) {
            end--;
        }
        boolean colon = end > start && word.charAt(end - 1) == ':' && !isEscapedAt(word, end - 1);
        return colon ? word.substring(start) : word.substring(start, end);
    }

    private static boolean isEscapedAt(String word, int at) {
        int backslashes = 0;
        for (int i = at - 1; i >= 0 && word.charAt(i) == '\\'; i--) {
            backslashes++;
        }
        return backslashes % 2 == 1;
    }

    private static double special(String lower) {
        if (lower.endsWith("nan")) {
            return Double.NaN;
        }
        return lower.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    private static boolean isEscaped(char c) {
        return ESCAPED.indexOf(c) >= 0;
    }

    private static boolean isWord(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || MARKS.indexOf(c) >= 0;
    }
}
