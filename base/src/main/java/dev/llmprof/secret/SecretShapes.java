package dev.llmprof.secret;

import java.util.List;

/// Secrets that can be told by their looks, wherever they stand: keys with the prefixes that their
/// makers gave them, passwords and tokens in URLs, headers.
final class SecretShapes {
    /// `prefix` and then at least so many letters, digits, `-`, `_` with a digit or a capital among
    /// them.
    private record Shape(String prefix, int more) {}

    private static final List<Shape> PREFIXES =
            List.of(
                    new Shape("hf_", 12),
                    new Shape("sk-", 16),
                    new Shape("ghp_", 16),
                    new Shape("gho_", 16),
                    new Shape("ghs_", 16),
                    new Shape("ghu_", 16),
                    new Shape("ghr_", 16),
                    new Shape("github_pat_", 16),
                    new Shape("glpat-", 12),
                    new Shape("AKIA", 16),
                    new Shape("ASIA", 16),
                    new Shape("AIza", 30),
                    new Shape("xoxb-", 10),
                    new Shape("xoxp-", 10),
                    new Shape("xoxa-", 10),
                    new Shape("xoxs-", 10),
                    new Shape("xapp-", 10),
                    new Shape("nvapi-", 16),
                    new Shape("npm_", 30),
                    new Shape("pypi-", 30),
                    new Shape("dckr_pat_", 16),
                    new Shape("gsk_", 30));
    private static final String JWT = "eyJ";
    private static final String BEARER = "earer ";
    private static final int BEARER_AT_LEAST = 16;
    private static final String PEM = "PRIVATE KEY-----";

    private SecretShapes() {}

    static String hide(String text) {
        String shown = text.contains("://") ? SecretUrls.hide(text) : text;
        for (Shape shape : PREFIXES) {
            shown = prefixed(shown, shape);
        }
        return pem(bearer(jwt(shown)));
    }

    private static String prefixed(String text, Shape shape) {
        int at = text.indexOf(shape.prefix());
        if (at < 0) {
            return text;
        }
        var out = new StringBuilder();
        int done = 0;
        for (; at >= 0; at = text.indexOf(shape.prefix(), at + 1)) {
            int from = at + shape.prefix().length();
            int end = run(text, from);
            if (at >= done
                    && begins(text, at)
                    && end - from >= shape.more()
                    && mixed(text, from, end)) {
                out.append(text, done, at).append(Secrets.HIDDEN);
                done = end;
            }
        }
        return out.append(text, done, text.length()).toString();
    }

    /// Three parts with dots between, the first a JSON object in base 64.
    private static String jwt(String text) {
        var out = new StringBuilder();
        int done = 0;
        for (int at = text.indexOf(JWT); at >= 0; at = text.indexOf(JWT, at + 1)) {
            int first = run(text, at);
            int second =
                    first < text.length() && text.charAt(first) == '.' ? run(text, first + 1) : 0;
            boolean isThree =
                    second > first + 8 && second < text.length() && text.charAt(second) == '.';
            if (at >= done && begins(text, at) && first - at >= 12 && isThree) {
                out.append(text, done, at).append(Secrets.HIDDEN);
                done = run(text, second + 1);
            }
        }
        return done == 0 ? text : out.append(text, done, text.length()).toString();
    }

    private static String bearer(String text) {
        var out = new StringBuilder();
        int done = 0;
        for (int at = text.indexOf(BEARER); at >= 0; at = text.indexOf(BEARER, at + 1)) {
            int from = at + BEARER.length();
            int end = from;
            while (end < text.length() && isOf(text.charAt(end), "._~+/=-")) {
                end++;
            }
            if (from >= done && end - from >= BEARER_AT_LEAST && mixed(text, from, end)) {
                out.append(text, done, from).append(Secrets.HIDDEN);
                done = end;
            }
        }
        return done == 0 ? text : out.append(text, done, text.length()).toString();
    }

    private static String pem(String text) {
        int head = text.indexOf(PEM);
        if (head < 0) {
            return text;
        }
        int from = head + PEM.length();
        int end = text.indexOf("-----END", from);
        return text.substring(0, from) + Secrets.HIDDEN + (end < 0 ? "" : text.substring(end));
    }

    private static int run(String text, int from) {
        int end = from;
        while (end < text.length() && isOf(text.charAt(end), "-_")) {
            end++;
        }
        return end;
    }

    private static boolean isOf(char c, String others) {
        return c < 128 && (Character.isLetterOrDigit(c) || others.indexOf(c) >= 0);
    }

    private static boolean begins(String text, int at) {
        return at == 0 || !isOf(text.charAt(at - 1), "_-");
    }

    private static boolean mixed(String text, int from, int end) {
        return text.substring(from, end)
                .chars()
                .anyMatch(c -> Character.isDigit(c) || Character.isUpperCase(c));
    }
}
