package dev.llmprof.pipeline;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Values that must not be written down, told by their names.
public final class Secrets {
    public static final String HIDDEN = "(hidden)";

    private static final Pattern NAME =
            Pattern.compile(
                    "(?i).*(token|secret|passw|passphrase|credential|api_?key|access_?key|private|auth|cookie|session_?id|signature|_key$|^key$|_pat$).*");
    private static final Pattern WORD = Pattern.compile("([^=\\s]+)=(.*)", Pattern.DOTALL);
    // max_new_tokens and its like count tokens.
    private static final Pattern COUNT = Pattern.compile("(?i).*tokens.*");

    private Secrets() {}

    public static boolean isSecret(String name) {
        return NAME.matcher(name).matches() && !COUNT.matcher(name).matches();
    }

    /// `name=value` without its value where the name tells a secret.
    public static String hide(String word) {
        Matcher matcher = WORD.matcher(word);
        return matcher.matches() && isSecret(lastPart(matcher.group(1)))
                ? matcher.group(1) + "=" + HIDDEN
                : word;
    }

    private static String lastPart(String key) {
        return key.substring(key.lastIndexOf('.') + 1);
    }
}
