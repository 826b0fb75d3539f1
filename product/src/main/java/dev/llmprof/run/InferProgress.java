package dev.llmprof.run;

import dev.llmprof.console.Console;
import dev.llmprof.console.LiveLine;
import dev.llmprof.process.TerminalSize;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How far the built-in workload is: on a terminal a bar with items done, their rate and the time
/// that is left; elsewhere the engine's own lines, every one of them.
public final class InferProgress {
    private static final Pattern ITEM = Pattern.compile("(\\d+)/(\\d+) (.*)");
    // What happened, and behind two blanks where and what to do.
    private static final Pattern PROBLEM = Pattern.compile("(?m)^\\S.*\\n(?:  .*\\n)+");
    private static final String HEAD = "  infer";
    private static final int BAR = 24;
    private static final int USUAL_COLUMNS = 80;

    private final Console console;
    private final Path log;
    private final LongSupplier nanoClock;
    private final LiveLine live;
    private int printedBytes;
    private long loopNanos;

    /// `log` is what the engine writes to.
    public InferProgress(Console console, Path log, LongSupplier nanoClock) {
        this.console = console;
        this.log = log;
        this.nanoClock = nanoClock;
        this.live = new LiveLine(console, () -> TerminalSize.columns().orElse(USUAL_COLUMNS));
    }

    public void start() {
        loopNanos = nanoClock.getAsLong();
        if (interactive()) {
            live.start(HEAD);
        }
    }

    /// There is something new in the log; `newest` is its last line.
    public void hear(String newest) {
        if (!interactive()) {
            printNew();
            return;
        }
        if (!ITEM.matcher(newest).matches()) {
            loopNanos = nanoClock.getAsLong();
        }
        live.hear(bar(newest, nanoClock.getAsLong() - loopNanos));
    }

    public void end() {
        live.end();
        printNew();
    }

    private boolean interactive() {
        return console.interactive() && console.volume() != Console.Volume.QUIET;
    }

    /// Without problems, which are shown whole at the end, and on a terminal without items.
    private void printNew() {
        byte[] all = bytes();
        int end = all.length;
        while (end > printedBytes && all[end - 1] != '\n') {
            end--;
        }
        String fresh =
                new String(Arrays.copyOfRange(all, printedBytes, end), StandardCharsets.UTF_8);
        PROBLEM.matcher(fresh)
                .replaceAll("")
                .lines()
                .filter(line -> !interactive() || !ITEM.matcher(line).matches())
                .forEach(console::say);
        printedBytes = end;
    }

    private byte[] bytes() {
        try {
            return Files.isRegularFile(log) ? Files.readAllBytes(log) : new byte[0];
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + log, e);
        }
    }

    /// A line of an item as a bar; any other as it is. Time counts from the last other line.
    static String bar(String line, long elapsedNanos) {
        Matcher item = ITEM.matcher(line);
        if (!item.matches()) {
            return line;
        }
        long done = Long.parseLong(item.group(1));
        long total = Math.max(done, Long.parseLong(item.group(2)));
        int filled = (int) (BAR * done / Math.max(1, total));
        double perSecond = done / Math.max(1e-9, elapsedNanos / 1e9);
        return String.format(
                Locale.ROOT,
                "[%s%s] %d/%d  %s  %.0f s left  %s",
                "#".repeat(filled),
                "-".repeat(BAR - filled),
                done,
                total,
                perSecond >= 1
                        ? String.format(Locale.ROOT, "%.1f items/s", perSecond)
                        : String.format(Locale.ROOT, "%.1f s/item", 1 / perSecond),
                Math.ceil((total - done) / perSecond),
                item.group(3));
    }
}
