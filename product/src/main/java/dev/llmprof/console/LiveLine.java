package dev.llmprof.console;

import dev.llmprof.console.Console.Paint;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.regex.Pattern;

/// The one line of a terminal that is drawn again and again while a stage runs. It never fills the
/// last column: a line that wraps could not be taken back.
public final class LiveLine {
    private static final String CLEAR = "\r\u001b[K";
    private static final long TICK_MILLIS = 500;
    private static final int NARROW = 60;
    // Colours, cursor moves, titles: whatever a program says to a terminal of its own.
    private static final Pattern ESCAPES =
            Pattern.compile(
                    "\u001b(\\[[0-?]*["
                            + " -/]*[@-~]|\\][^\u0007\u001b]*(\u0007|\u001b\\\\)?|[()].|.?)");
    private static final Pattern CONTROLS = Pattern.compile("\\p{Cntrl}+");

    private final Console console;
    private final IntSupplier columns;
    private final Object lock = new Object();
    private String head = "";
    private String last = "";
    private long startedNanos;
    private boolean shown;
    private boolean lineIsOpen;
    // By what each stream holds: standard output may be a file whose last line has no end.
    private final Set<PrintStream> openStreams = new LinkedHashSet<>();

    public LiveLine(Console console, IntSupplier columns) {
        this.console = console;
        this.columns = columns;
    }

    public void start(String newHead) {
        synchronized (lock) {
            head = newHead;
            last = "";
            startedNanos = System.nanoTime();
            shown = true;
        }
        Thread.ofVirtual().start(() -> tick(newHead));
    }

    public void hear(String line) {
        synchronized (lock) {
            last = plain(line);
        }
    }

    /// Takes the line back; what is printed next begins on an empty one, wherever it goes.
    public void end() {
        synchronized (lock) {
            if (shown && !lineIsOpen) {
                print(CLEAR);
            }
            for (PrintStream stream : openStreams) {
                stream.print("\n");
                stream.flush();
            }
            openStreams.clear();
            lineIsOpen = false;
            shown = false;
        }
    }

    /// Lets a program's own words through. While its line has no end, ours is not drawn.
    public OutputStream through(PrintStream stream) {
        return new OutputStream() {
            @Override
            public void write(int single) {
                write(new byte[] {(byte) single}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) {
                synchronized (lock) {
                    if (shown && !lineIsOpen) {
                        print(CLEAR);
                    }
                    stream.write(bytes, offset, length);
                    stream.flush();
                    lineIsOpen = length > 0 && bytes[offset + length - 1] != '\n';
                    if (lineIsOpen) {
                        openStreams.add(stream);
                    } else {
                        openStreams.remove(stream);
                    }
                }
            }
        };
    }

    private void tick(String mine) {
        try {
            while (draw(mine)) {
                Thread.sleep(TICK_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean draw(String mine) {
        synchronized (lock) {
            if (!shown || !head.equals(mine)) {
                return false;
            }
            if (lineIsOpen) {
                return true;
            }
            Duration elapsed = Duration.ofNanos(System.nanoTime() - startedNanos);
            int room = columns.getAsInt() - 1;
            String name = room < NARROW ? head.stripTrailing() : head;
            String start = cut(name + " …  " + time(elapsed) + "  ", room);
            int left = room - width(start);
            print(CLEAR + start + console.paint(Paint.DIM, cut(last, left)));
            return true;
        }
    }

    private void print(String text) {
        console.err().print(text);
        console.err().flush();
    }

    static String plain(String line) {
        return CONTROLS.matcher(ESCAPES.matcher(line).replaceAll("")).replaceAll(" ").strip();
    }

    /// As much of a text as fits into so many columns.
    static String cut(String text, int columns) {
        int used = 0;
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            used += width(text.codePointAt(i));
            if (used > columns) {
                return text.substring(0, i);
            }
        }
        return text;
    }

    private static int width(String text) {
        return text.codePoints().map(LiveLine::width).sum();
    }

    /// East Asian letters and pictures take two columns, marks on a letter none.
    private static int width(int codePoint) {
        int type = Character.getType(codePoint);
        if (type == Character.NON_SPACING_MARK
                || type == Character.ENCLOSING_MARK
                || type == Character.FORMAT) {
            return 0;
        }
        boolean wide =
                Character.isIdeographic(codePoint)
                        || within(codePoint, 0x1100, 0x115f)
                        || within(codePoint, 0x2e80, 0xa4cf)
                        || within(codePoint, 0xac00, 0xd7a3)
                        || within(codePoint, 0xff00, 0xff60)
                        || within(codePoint, 0x1f300, 0x1faff);
        return wide ? 2 : 1;
    }

    private static boolean within(int codePoint, int first, int last) {
        return codePoint >= first && codePoint <= last;
    }

    private static String time(Duration elapsed) {
        return elapsed.toMinutes() == 0
                ? elapsed.toSeconds() + " s"
                : String.format(
                        Locale.ROOT, "%d:%02d min", elapsed.toMinutes(), elapsed.toSecondsPart());
    }
}
