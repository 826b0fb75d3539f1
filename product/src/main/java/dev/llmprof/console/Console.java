package dev.llmprof.console;

import dev.llmprof.problem.Problem;
import dev.llmprof.process.TerminalSize;
import dev.llmprof.secret.Secrets;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Where a command prints: results to `out`, everything else to `err`, colour only where a person
/// looks at a terminal and has not said NO_COLOR.
public record Console(
        InputStream in,
        PrintStream out,
        PrintStream err,
        boolean interactive,
        boolean colour,
        Volume volume) {
    private static final Path STDERR = Path.of("/proc/self/fd/2");
    private static final int PIPED_COLUMNS = 120;
    private static final int COLUMNS_AT_LEAST = 60;
    private static final int COLUMNS_AT_MOST = 160;

    /// With nothing to read.
    public Console(
            PrintStream out, PrintStream err, boolean interactive, boolean colour, Volume volume) {
        this(InputStream.nullInputStream(), out, err, interactive, colour, volume);
    }

    /// How much a command says beside its result.
    public enum Volume {
        QUIET,
        NORMAL,
        VERBOSE
    }

    /// Colour and live lines are for a person at a terminal that can do more than type: a pipe on
    /// any side turns them off. Java tells of stdin and stdout only, Linux also of stderr.
    public static Console of(
            PrintStream out, PrintStream err, Map<String, String> environment, Volume volume) {
        boolean terminal =
                Optional.ofNullable(System.console())
                        .filter(java.io.Console::isTerminal)
                        .filter(_ -> !isFile(STDERR))
                        .filter(_ -> !"dumb".equals(environment.get("TERM")))
                        .isPresent();
        boolean colour = terminal && environment.getOrDefault("NO_COLOR", "").isEmpty();
        Secrets.learn(environment);
        return new Console(
                new TerminalStream(out, colour, terminal),
                new TerminalStream(err, colour, terminal),
                terminal,
                colour,
                volume);
    }

    /// The same where a program that is started may read what we are given.
    public Console reading(InputStream input) {
        return new Console(input, out, err, interactive, colour, volume);
    }

    /// The same for a part of a command, whose results are remarks on the way to the whole.
    public Console remarking() {
        return new Console(in, err, err, interactive, colour, volume);
    }

    private static boolean isFile(Path descriptor) {
        try {
            return !Files.readSymbolicLink(descriptor).startsWith("/dev");
        } catch (IOException e) {
            return false; // no Linux: nothing is known
        }
    }

    /// Room for a table: as wide as the reader's terminal, within reason.
    public int columns() {
        return interactive ? fitting(TerminalSize.columns()) : PIPED_COLUMNS;
    }

    static int fitting(OptionalInt terminal) {
        return Math.clamp(terminal.orElse(PIPED_COLUMNS), COLUMNS_AT_LEAST, COLUMNS_AT_MOST);
    }

    /// The same way for those who write piece by piece.
    public Writer writer() {
        return new Writer() {
            @Override
            public void write(char[] letters, int from, int count) {
                out.print(new String(letters, from, count));
            }

            @Override
            public void flush() {
                out.flush();
            }

            @Override
            public void close() {
                out.flush();
            }
        };
    }

    /// A remark that `--quiet` leaves out.
    public void say(String line) {
        if (volume != Volume.QUIET) {
            err.println(line);
        }
    }

    public void warn(Problem problem) {
        err.println(paint(Paint.YELLOW, "warning: ") + problem);
    }

    public void show(List<Problem> problems) {
        if (problems.size() == 1) {
            err.println(paint(Paint.RED, "error: ") + problems.getFirst());
            return;
        }
        err.println(paint(Paint.RED, problems.size() + " problems; nothing was started"));
        for (int i = 0; i < problems.size(); i++) {
            String number = "%3d  ".formatted(i + 1);
            err.println(number + problems.get(i).toString().replace("\n", "\n     "));
        }
    }

    public String paint(Paint paint, String text) {
        return colour ? paint.start + text + "\u001b[0m" : text;
    }

    /// The few colours that mean something.
    public enum Paint {
        RED("\u001b[31m"),
        YELLOW("\u001b[33m"),
        GREEN("\u001b[32m"),
        DIM("\u001b[2m"),
        BOLD("\u001b[1m");

        private final String start;

        Paint(String start) {
            this.start = start;
        }
    }
}
