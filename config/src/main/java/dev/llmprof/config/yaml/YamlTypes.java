package dev.llmprof.config.yaml;

import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Origin;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// What a plain YAML 1.1 scalar means, by PyYAML's rules with OmegaConf's changes.
final class YamlTypes {
    private static final Set<String> TRUE =
            Set.of("yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON");
    private static final Set<String> FALSE =
            Set.of("no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF");
    private static final Set<String> NULL = Set.of("~", "null", "Null", "NULL", "");
    private static final Pattern INT =
            Pattern.compile(
                    "[-+]?0b[0-1_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+"
                            + "|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+");
    private static final Pattern FLOAT =
            Pattern.compile(
                    "[-+]?(?:[0-9][0-9_]*)\\.[0-9_]*(?:[eE][-+]?[0-9]+)?"
                            + "|[-+]?(?:[0-9][0-9_]*)(?:[eE][-+]?[0-9]+)"
                            + "|\\.[0-9_]+(?:[eE][-+][0-9]+)?"
                            + "|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\\.[0-9_]*"
                            + "|[-+]?\\.(?:inf|Inf|INF)|\\.(?:nan|NaN|NAN)");
    // What the dumper takes for a float when it decides on quotes: PyYAML's own, narrower rule.
    private static final Pattern DUMPED_FLOAT =
            Pattern.compile(
                    "[-+]?(?:[0-9][0-9_]*)\\.[0-9_]*(?:[eE][-+][0-9]+)?"
                            + "|\\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?"
                            + "|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\\.[0-9_]*"
                            + "|[-+]?\\.(?:inf|Inf|INF)|\\.(?:nan|NaN|NAN)");
    private static final Pattern TIMESTAMP =
            Pattern.compile(
                    "[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt]|[ \\t]+)"
                            + "[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]*)?"
                            + "(?:[ \\t]*(?:Z|[-+][0-9]{1,2}(?::[0-9]{2})?))?");

    private YamlTypes() {}

    static Node.Scalar plain(String text, Origin origin) {
        if (NULL.contains(text)) {
            return new Node.Nothing(origin);
        }
        if (TRUE.contains(text) || FALSE.contains(text)) {
            return new Node.Truth(TRUE.contains(text), origin);
        }
        if (!mayBeNumber(text)) {
            return Node.ofText(text, origin);
        }
        if (FLOAT.matcher(text).matches()) {
            return real(text, origin).orElseGet(() -> Node.ofText(text, origin));
        }
        if (INT.matcher(text).matches()) {
            return whole(text, origin).orElseGet(() -> Node.ofText(text, origin));
        }
        return Node.ofText(text, origin);
    }

    static Optional<Node.Scalar> truth(String text, Origin origin) {
        String lower = text.toLowerCase(Locale.ROOT);
        return TRUE.contains(lower) || FALSE.contains(lower)
                ? Optional.of(new Node.Truth(TRUE.contains(lower), origin))
                : Optional.empty();
    }

    static Optional<Node.Scalar> whole(String text, Origin origin) {
        try {
            return Optional.of(new Node.Whole(integer(text.replace("_", "")), origin));
        } catch (NumberFormatException noNumber) {
            return Optional.empty();
        }
    }

    static Optional<Node.Scalar> real(String text, Origin origin) {
        try {
            return Optional.of(
                    new Node.Real(decimal(text.replace("_", "").toLowerCase(Locale.ROOT)), origin));
        } catch (NumberFormatException noNumber) {
            return Optional.empty();
        }
    }

    /// Whether a plain text would be read back as something else than a text.
    static boolean isTextWhenDumped(String text) {
        return !(NULL.contains(text)
                || TRUE.contains(text)
                || FALSE.contains(text)
                || text.equals("<<")
                || text.equals("=")
                || (mayBeNumber(text)
                        && (INT.matcher(text).matches()
                                || DUMPED_FLOAT.matcher(text).matches()
                                || TIMESTAMP.matcher(text).matches())));
    }

    private static boolean mayBeNumber(String text) {
        char first = text.charAt(0);
        return (first >= '0' && first <= '9') || first == '-' || first == '+' || first == '.';
    }

    private static BigInteger integer(String text) {
        boolean negative = text.startsWith("-");
        String digits = negative || text.startsWith("+") ? text.substring(1) : text;
        BigInteger value;
        if (digits.startsWith("0b")) {
            value = new BigInteger(digits.substring(2), 2);
        } else if (digits.startsWith("0x")) {
            value = new BigInteger(digits.substring(2), 16);
        } else if (digits.contains(":")) {
            value = BigInteger.ZERO;
            for (String part : digits.split(":", -1)) {
                value = value.multiply(BigInteger.valueOf(60)).add(new BigInteger(part));
            }
        } else if (digits.length() > 1 && digits.startsWith("0")) {
            value = new BigInteger(digits, 8);
        } else {
            value = new BigInteger(digits);
        }
        return negative ? value.negate() : value;
    }

    private static double decimal(String text) {
        boolean negative = text.startsWith("-");
        String digits = negative || text.startsWith("+") ? text.substring(1) : text;
        double value;
        if (digits.equals(".inf")) {
            value = Double.POSITIVE_INFINITY;
        } else if (digits.equals(".nan")) {
            value = Double.NaN;
        } else if (digits.contains(":")) {
            value = 0;
            for (String part : digits.split(":", -1)) {
                value = value * 60 + Double.parseDouble(part);
            }
        } else {
            value = Double.parseDouble(digits);
        }
        return negative ? -value : value;
    }
}
