package dev.llmprof.secret;

import java.util.ArrayList;
import java.util.List;

/// Passwords and tokens in the URLs of a text: `https://user:HERE@host/path?token=HERE`.
final class SecretUrls {
    private static final String MARK = "://";
    private static final String ENDS_AUTHORITY = "/?#";
    // Also where the URL stands in YAML, JSON, HTML, a shell line or a sentence.
    private static final String ENDS_URL = " \t\r\n\"'<>`\\,)]}|";
    private static final int KEY_AS_USER = 16;

    private SecretUrls() {}

    /// A stretch of a text that is secret.
    private record Stretch(int from, int end) {}

    static String hide(String text) {
        var out = new StringBuilder();
        int done = 0;
        for (Stretch each : stretches(text)) {
            if (text.startsWith(Secrets.HIDDEN, each.from())) {
                continue;
            }
            out.append(text, done, each.from()).append(Secrets.HIDDEN);
            done = each.end();
        }
        return out.append(text, done, text.length()).toString();
    }

    static List<String> values(String text) {
        return stretches(text).stream()
                .map(each -> text.substring(each.from(), each.end()))
                .toList();
    }

    private static List<Stretch> stretches(String text) {
        List<Stretch> found = new ArrayList<>();
        for (int at = text.indexOf(MARK); at >= 0; at = text.indexOf(MARK, at + 1)) {
            int from = at + MARK.length();
            int authority = until(text, from, ENDS_AUTHORITY);
            int sign = text.lastIndexOf('@', authority);
            if (sign >= from) {
                user(text, from, sign, found);
            }
            parameters(text, authority, found);
        }
        return found;
    }

    private static void user(String text, int from, int sign, List<Stretch> found) {
        int colon = text.indexOf(':', from);
        if (colon >= 0 && colon < sign) {
            if (colon + 1 < sign) {
                found.add(new Stretch(colon + 1, sign));
            }
            return;
        }
        boolean key = text.substring(from, sign).chars().anyMatch(Character::isDigit);
        if (key && sign - from >= KEY_AS_USER) {
            found.add(new Stretch(from, sign));
        }
    }

    private static void parameters(String text, int from, List<Stretch> found) {
        int end = until(text, from, "");
        int at = from;
        while (at < end) {
            char c = text.charAt(at);
            if (c != '?' && c != '&' && c != '#' && c != ';') {
                at++;
                continue;
            }
            int equals = text.indexOf('=', at);
            int next = until(text, at + 1, "&#;");
            if (equals > at && equals + 1 < next) {
                if (SecretNames.isSecret(text.substring(at + 1, equals))) {
                    found.add(new Stretch(equals + 1, next));
                }
            }
            at = Math.max(at + 1, next);
        }
    }

    private static int until(String text, int from, String ends) {
        int end = from;
        while (end < text.length()
                && ENDS_URL.indexOf(text.charAt(end)) < 0
                && ends.indexOf(text.charAt(end)) < 0) {
            end++;
        }
        return end;
    }
}
