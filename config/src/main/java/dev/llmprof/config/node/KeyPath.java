package dev.llmprof.config.node;

import java.util.ArrayList;
import java.util.List;

/// Splits `a.b[0].c` into its parts, as OmegaConf does.
public final class KeyPath {

    private KeyPath() {}

    public static List<String> split(String key) {
        List<String> parts = new ArrayList<>();
        int at = 0;
        if (!key.startsWith("[")) {
            at = endOfName(key, 0);
            parts.add(key.substring(0, at));
        }
        while (at < key.length()) {
            if (key.charAt(at) == '[') {
                int close = key.indexOf(']', at);
                int end = close < 0 ? key.length() : close;
                parts.add(key.substring(at + 1, end));
                at = end + 1;
            } else {
                int end = endOfName(key, at + 1);
                parts.add(key.substring(at + 1, end));
                at = end;
            }
        }
        return parts;
    }

    private static int endOfName(String key, int from) {
        int at = from;
        while (at < key.length() && key.charAt(at) != '.' && key.charAt(at) != '[') {
            at++;
        }
        return at;
    }
}
