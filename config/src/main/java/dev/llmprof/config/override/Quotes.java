package dev.llmprof.config.override;

/// Quoted texts: a backslash counts only in a run that ends at the quote.
final class Quotes {

    private Quotes() {}

    /// Where the closing quote of the text that opens at `open` stands; -1 where it does not.
    static int close(String text, int open) {
        char quote = text.charAt(open);
        int backslashes = 0;
        for (int i = open + 1; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == quote && backslashes % 2 == 0) {
                return i;
            }
            backslashes = c == '\\' ? backslashes + 1 : 0;
        }
        return -1;
    }

    static String read(String inside, char quote) {
        if (inside.indexOf('\\') < 0) {
            return inside;
        }
        var plain = new StringBuilder();
        int i = 0;
        while (i < inside.length()) {
            int run = run(inside, i);
            boolean ends = i + run == inside.length() || inside.charAt(i + run) == quote;
            plain.append("\\".repeat(ends ? run / 2 : run));
            i += run;
            if (i < inside.length()) {
                plain.append(inside.charAt(i));
                i++;
            }
        }
        return plain.toString();
    }

    static String print(String text, char quote) {
        var quoted = new StringBuilder().append(quote);
        int i = 0;
        while (i < text.length()) {
            int run = run(text, i);
            i += run;
            boolean atEnd = i == text.length();
            boolean atQuote = !atEnd && text.charAt(i) == quote;
            quoted.append("\\".repeat(atEnd || atQuote ? run * 2 : run));
            if (!atEnd) {
                quoted.append(atQuote ? "\\" : "").append(text.charAt(i));
                i++;
            }
        }
        return quoted.append(quote).toString();
    }

    private static int run(String text, int from) {
        int end = from;
        while (end < text.length() && text.charAt(end) == '\\') {
            end++;
        }
        return end - from;
    }
}
