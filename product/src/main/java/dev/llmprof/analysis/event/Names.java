package dev.llmprof.analysis.event;

import java.util.Comparator;

/// The order of names: by Unicode code point, which breaks all ties.
public final class Names {
    public static final Comparator<String> BY_CODE_POINT = Names::compare;

    private Names() {}

    private static int compare(String left, String right) {
        int length = Math.min(left.length(), right.length());
        for (int at = 0; at < length; at++) {
            char a = left.charAt(at);
            char b = right.charAt(at);
            if (a != b) {
                boolean surrogates = Character.isSurrogate(a) != Character.isSurrogate(b);
                return surrogates
                        ? Boolean.compare(Character.isSurrogate(a), Character.isSurrogate(b))
                        : Character.compare(a, b);
            }
        }
        return Integer.compare(left.length(), right.length());
    }
}
