package dev.llmprof.console;

import dev.llmprof.problem.PlainText;
import dev.llmprof.secret.Secrets;
import java.io.PrintStream;
import java.util.regex.Pattern;

/// The one way from our text to a terminal: without secrets, and with no control character but
/// those that are ours. Bytes, which are the words of the user's own program, go through as they
/// are.
final class TerminalStream extends PrintStream {
    private final boolean colour;
    private final boolean live;

    TerminalStream(PrintStream out, boolean colour, boolean live) {
        super(out, true, out.charset());
        this.colour = colour;
        this.live = live;
    }

    @Override
    public void print(String text) {
        super.print(plain(Secrets.hide(String.valueOf(text))));
    }

    @Override
    public void print(Object value) {
        print(String.valueOf(value));
    }

    /// Made for the first text that has one; few have.
    private static final class Controls {
        private static final Pattern COLOURS = Pattern.compile("\u001b\\[(?:0|1|2|31|32|33)m");
        private static final Pattern ALL =
                Pattern.compile(COLOURS + "|\r\u001b\\[K|[" + PlainText.CONTROL + "&&[^\n\t]]");
    }

    private static boolean hasControls(String text) {
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            if (each != '\n' && each != '\t' && PlainText.isControl(each)) {
                return true;
            }
        }
        return false;
    }

    private String plain(String text) {
        if (!hasControls(text)) {
            return text;
        }
        return Controls.ALL
                .matcher(text)
                .replaceAll(match -> {
                    String found = match.group();
                    boolean ours =
                            found.startsWith("\u001b[") ? colour : found.length() > 1 && live;
                    return ours ? found : spelt(found);
                });
    }

    private static String spelt(String controls) {
        var out = new StringBuilder();
        for (int i = 0; i < controls.length(); i++) {
            char each = controls.charAt(i);
            boolean plain = each >= ' ' && each < 127;
            out.append(plain ? String.valueOf(each) : "\\\\" + PlainText.spelt(each));
        }
        return out.toString();
    }
}
