package dev.llmprof.secret;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Strikes secrets out of a text in which a character is a byte (ISO 8859-1), each for a star, so
/// that all else stays where it is.
public final class SecretText {
    private static final char STRUCK = '*';
    // As the kernel keeps them, one behind the other with zeros between.
    private static final Pattern VARIABLE =
            Pattern.compile("(?<![^\\x00])([A-Za-z_][A-Za-z0-9_]{0,63})=([^\\x00]+)");

    private SecretText() {}

    /// Values that are known to be secret, wherever they stand.
    public static String withoutValues(String text) {
        var out = new StringBuilder(text);
        for (String value : Secrets.known()) {
            String bytes =
                    new String(value.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
            for (int from = text.indexOf(bytes); from >= 0; from = text.indexOf(bytes, from + 1)) {
                strike(out, from, from + bytes.length());
            }
        }
        return out.toString();
    }

    /// The same of an environment or a command line that is here from its first byte to its last:
    /// also what its variables' names tell to be secret.
    public static String withoutSecrets(String environment) {
        var out = new StringBuilder(withoutValues(environment));
        Matcher variable = VARIABLE.matcher(environment);
        while (variable.find()) {
            strike(out, variable);
        }
        return out.toString();
    }

    /// Whether it begins as an environment does.
    public static boolean isEnvironment(String text) {
        return VARIABLE.matcher(text).lookingAt();
    }

    private static void strike(StringBuilder out, Matcher variable) {
        if (SecretNames.isSecret(variable.group(1))) {
            strike(out, variable.start(2), variable.end(2));
            return;
        }
        SecretPairs.of(variable.group(2), 1)
                .forEach(pair ->
                        strike(
                                out,
                                variable.start(2) + pair.from(),
                                variable.start(2) + pair.end()));
        for (String value : SecretUrls.values(variable.group(2))) {
            int from = variable.start(2) + variable.group(2).indexOf(value);
            strike(out, from, from + value.length());
        }
    }

    private static void strike(StringBuilder out, int from, int end) {
        for (int i = from; i < end; i++) {
            out.setCharAt(i, STRUCK);
        }
    }
}
