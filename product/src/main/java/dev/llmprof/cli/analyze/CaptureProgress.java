package dev.llmprof.cli.analyze;

import dev.llmprof.console.Console;
import dev.llmprof.study.StudyListener;
import dev.llmprof.study.capture.CaptureSet;
import dev.llmprof.study.capture.ReadProgress;
import java.io.IOException;
import java.util.Locale;
import java.util.function.LongSupplier;

/// Says how far reading is, how fast, and how long it will take; silent for files that take less
/// than a second.
public final class CaptureProgress implements ReadProgress {
    private static final long FIRST_NANOS = 1_000_000_000L;
    private static final long LIVE_NANOS = 200_000_000L;
    private static final long LINE_NANOS = 5_000_000_000L;

    private final Console console;
    private final LongSupplier clock;
    private final String name;
    private final long totalBytes;
    private final long started;
    private long next;
    private boolean shown;

    CaptureProgress(Console console, LongSupplier nanoClock, String name, long totalBytes) {
        this.console = console;
        this.clock = nanoClock;
        this.name = name;
        this.totalBytes = totalBytes;
        this.started = nanoClock.getAsLong();
        this.next = started + FIRST_NANOS;
    }

    /// What is to be shown of the captures once they are read.
    @FunctionalInterface
    public interface Show {
        void captures(CaptureSet captures) throws IOException;
    }

    /// Shows a study on the console: how far reading is, then what could not be read.
    public static StudyListener on(Console console, Show show) {
        return new StudyListener() {
            @Override
            public ReadProgress reading(String name, long bytes) {
                return new CaptureProgress(console, System::nanoTime, name, bytes);
            }

            @Override
            public void read(CaptureSet captures) throws IOException {
                captures.problems().forEach(console::warn);
                show.captures(captures);
            }
        };
    }

    @Override
    public void accept(long bytes) {
        long now = clock.getAsLong();
        if (now < next || console.volume() == Console.Volume.QUIET) {
            return;
        }
        next = now + (console.interactive() ? LIVE_NANOS : LINE_NANOS);
        String line = line(bytes, now - started);
        if (console.interactive()) {
            console.err().print("\r\u001b[K" + line);
            console.err().flush();
            shown = true;
        } else {
            console.err().println(line);
        }
    }

    /// Takes the live line away.
    @Override
    public void done() {
        if (shown) {
            console.err().print("\r\u001b[K");
            console.err().flush();
        }
    }

    String line(long bytes, long elapsedNanos) {
        double rate = bytes / (elapsedNanos / 1e9);
        String read = "reading " + name + "  " + megabytes((double) bytes) + " MB";
        String speed = "  " + megabytes(rate) + " MB/s";
        if (totalBytes <= 0 || rate <= 0) {
            return read + speed;
        }
        double left = Math.max(0, totalBytes - bytes) / rate;
        return String.format(
                Locale.ROOT,
                "%s of %s MB  %.0f %%%s  %.0f s left",
                read,
                megabytes((double) totalBytes),
                100.0 * bytes / totalBytes,
                speed,
                Math.ceil(left));
    }

    private static String megabytes(double bytes) {
        return String.format(Locale.ROOT, bytes < 9_950_000 ? "%.1f" : "%.0f", bytes / 1e6);
    }
}
