package dev.llmprof.config.override;

import java.util.List;

/// Name patterns with `*`, `?` and `[seq]`, as Python's fnmatch.
final class Globs {

    private Globs() {}

    static boolean matchesAny(List<String> patterns, String name) {
        return patterns.stream().anyMatch(pattern -> matches(pattern, 0, name, 0));
    }

    private static boolean matches(String pattern, int p, String name, int n) {
        while (p < pattern.length()) {
            char c = pattern.charAt(p);
            if (c == '*') {
                return star(pattern, p + 1, name, n);
            }
            if (n >= name.length()) {
                return false;
            }
            int close = c == '[' ? close(pattern, p) : -1;
            if (close > 0) {
                if (!inSet(pattern.substring(p + 1, close), name.charAt(n))) {
                    return false;
                }
                p = close;
            } else if (c != '?' && c != name.charAt(n)) {
                return false;
            }
            p++;
            n++;
        }
        return n == name.length();
    }

    private static boolean star(String pattern, int p, String name, int n) {
        while (p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        for (int rest = n; rest <= name.length(); rest++) {
            if (matches(pattern, p, name, rest)) {
                return true;
            }
        }
        return false;
    }

    // A ']' right after '[' or '[!' belongs to the set.
    private static int close(String pattern, int open) {
        int from = open + 1;
        if (from < pattern.length() && pattern.charAt(from) == '!') {
            from++;
        }
        return pattern.indexOf(']', from + 1);
    }

    private static boolean inSet(String set, char c) {
        boolean negated = set.startsWith("!");
        String members = negated ? set.substring(1) : set;
        boolean found = false;
        for (int i = 0; i < members.length(); i++) {
            if (i + 2 < members.length() && members.charAt(i + 1) == '-') {
                found |= members.charAt(i) <= c && c <= members.charAt(i + 2);
                i += 2;
            } else {
                found |= members.charAt(i) == c;
            }
        }
        return found != negated;
    }
}
