package dev.llmprof.run.engine;

import dev.llmprof.console.Console;
import dev.llmprof.console.LiveLine;
import dev.llmprof.process.TerminalSize;
import java.util.Locale;
import java.util.function.LongSupplier;

/// How far a download is: one live line on a terminal, elsewhere a line for every tenth.
public final class FetchProgress {
    private static final int USUAL_COLUMNS = 80;
    private static final int PARTS = 10;

    private final Console console;
    private final String name;
    private final long totalBytes;
    private final LongSupplier nanoClock;
    private final LiveLine live;
    private long startNanos;
    private long printedParts;

    public FetchProgress(Console console, String name, long totalBytes, LongSupplier nanoClock) {
        this.console = console;
        this.name = name;
        this.totalBytes = totalBytes;
        this.nanoClock = nanoClock;
        this.live = new LiveLine(console, () -> TerminalSize.columns().orElse(USUAL_COLUMNS));
    }

    /// `from` is where it comes from.
    public void start(String from) {
        startNanos = nanoClock.getAsLong();
        console.say(
                String.format(
                        Locale.ROOT,
                        "fetching %s, %.0f MB, from %s",
                        name,
                        totalBytes / 1e6,
                        from));
        if (interactive()) {
            live.start("  " + name);
        }
    }

    public void at(long bytes) {
        String text = text(bytes);
        if (interactive()) {
            live.hear(text);
            return;
        }
        long parts = bytes * PARTS / totalBytes;
        if (parts > printedParts) {
            printedParts = parts;
            console.say("  " + text);
        }
    }

    public void end() {
        live.end();
    }

    private String text(long bytes) {
        double seconds = Math.max(1e-3, (nanoClock.getAsLong() - startNanos) / 1e9);
        return String.format(
                Locale.ROOT,
                "%3d %%  %.0f of %.0f MB  %.1f MB/s",
                bytes * 100 / totalBytes,
                bytes / 1e6,
                totalBytes / 1e6,
                bytes / 1e6 / seconds);
    }

    private boolean interactive() {
        return console.interactive() && console.volume() != Console.Volume.QUIET;
    }
}
