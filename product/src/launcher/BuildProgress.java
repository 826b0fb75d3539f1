import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Hears Maven build llmprof on standard input, keeps its log, and says on standard error what is
/// going on: one live line on a terminal, a line for each step elsewhere.
///
/// `java BuildProgress.java LOG COLUMNS`; no columns, no terminal. It ends with 0 once the last step
/// was said to be done.
final class BuildProgress {
    private static final String CLEAR = "\r\u001b[K";
    private static final String OURS = "[llmprof] ";
    private static final String DONE = OURS + "done";
    private static final long TICK_MILLIS = 250;

    private final Clock clock;
    private final PrintStream err;
    private final int columns;
    private Seen seen = Seen.NOTHING;
    private boolean ended;

    private BuildProgress(PrintStream err, int columns) {
        this.clock = new Clock(System.nanoTime());
        this.err = err;
        this.columns = columns;
    }

    public static void main(String[] args) throws IOException {
        var progress = new BuildProgress(System.err, Integer.parseInt(args[1]));
        // Ctrl-C ends Maven too; what is printed next begins on an empty line.
        Runtime.getRuntime().addShutdownHook(new Thread(progress::end));
        if (progress.columns > 0) {
            progress.draw();
            Thread.ofPlatform().daemon().start(progress::tick);
        }
        try (var in =
                        new BufferedReader(
                                new InputStreamReader(System.in, StandardCharsets.UTF_8));
                var log = Files.newBufferedWriter(Path.of(args[0]))) {
            progress.follow(in, log);
        }
        System.exit(progress.finish() ? 0 : 1);
    }

    /// A carriage return ends a line as well, and Maven writes its progress with those.
    private void follow(BufferedReader in, BufferedWriter log) throws IOException {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            hear(line);
            if (!line.isBlank() && !line.startsWith("Progress (")) {
                log.write(line);
                log.newLine();
                log.flush();
            }
        }
    }

    private synchronized void hear(String line) {
        Seen before = seen;
        seen = seen.and(line);
        if (columns == 0) {
            seen.newsSince(before).ifPresent(news -> err.println("  " + clock.elapsed() + "  " + news));
        }
    }

    private void tick() {
        try {
            while (draw()) {
                Thread.sleep(TICK_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean draw() {
        if (!ended) {
            String line = "building llmprof  " + clock.elapsed() + "  " + seen.now();
            // A line that fills the last column wraps and could not be taken back.
            int room = columns - 1;
            err.print(CLEAR + (line.length() > room ? line.substring(0, room - 1) + "…" : line));
            err.flush();
        }
        return !ended;
    }

    private synchronized void end() {
        if (!ended && columns > 0) {
            err.print(CLEAR);
            err.flush();
        }
        ended = true;
    }

    private boolean finish() {
        end();
        if (seen.done()) {
            String fetched = seen.come() == 0 ? "" : " (fetched " + seen.fetched() + ")";
            err.println("built llmprof in " + clock.elapsed() + fetched);
        }
        return seen.done();
    }

    private record Clock(long startNanos) {
        String elapsed() {
            long seconds = (System.nanoTime() - startNanos) / 1_000_000_000;
            return String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60);
        }
    }

    /// What the lines so far have told: the step, the files on their way, how many have come, the
    /// bytes of those, the bytes of all that was seen to come, and whether the last step is done.
    private record Seen(
            String step, List<String> files, int come, long comeBytes, long bytes, boolean done) {
        static final Seen NOTHING = new Seen("starting Maven", List.of(), 0, 0, 0, false);
        private static final long NEWS_BYTES = 50_000_000;
        private static final Pattern GOAL =
                Pattern.compile("\\[INFO] --- ([\\w-]+):[^:]+:([\\w-]+) .*@ ([\\w-]+) ---");
        private static final Pattern STARTED = Pattern.compile("Downloading from .*/([^/]+)");
        private static final Pattern CAME =
                Pattern.compile("Downloaded from .*/([^/]+) \\(([\\d.]+) (\\w+) at .*");
        private static final Pattern PART = Pattern.compile("([\\d.]+)(?:/[\\d.]+)? ([kMG]?B)");
        private static final Map<String, String> STEPS =
                Map.of(
                        "compiler:compile", "compiling ",
                        "dependency:copy-dependencies", "gathering the libraries of ",
                        "jar:jar", "packing ");
        private static final Map<String, String> MODULES =
                Map.of("llmprof", "product", "llmprof-engine", "engine");

        Seen and(String line) {
            if (line.startsWith("Progress (")) {
                return under(PART.matcher(line).results().mapToLong(Seen::partBytes).sum());
            }
            Matcher started = STARTED.matcher(line);
            if (started.matches()) {
                List<String> more =
                        Stream.concat(files.stream(), Stream.of(started.group(1))).toList();
                return new Seen(step, more, come, comeBytes, bytes, done);
            }
            Matcher came = CAME.matcher(line);
            if (came.matches()) {
                return came(came.group(1), bytes(came.group(2), came.group(3)));
            }
            if (line.equals(DONE)) {
                return new Seen(step, files, come, comeBytes, bytes, true);
            }
            return step(line)
                    .map(next -> new Seen(next, List.of(), come, comeBytes, bytes, done))
                    .orElse(this);
        }

        private Seen under(long underWay) {
            return new Seen(
                    step, files, come, comeBytes, Math.max(bytes, comeBytes + underWay), done);
        }

        private Seen came(String file, long size) {
            List<String> left = files.stream().filter(name -> !name.equals(file)).toList();
            long all = comeBytes + size;
            return new Seen(step, left, come + 1, all, Math.max(bytes, all), done);
        }

        private static Optional<String> step(String line) {
            if (line.startsWith("fetching apache-maven")) {
                return Optional.of("fetching Maven");
            }
            if (line.equals("[INFO] Scanning for projects...")) {
                return Optional.of(NOTHING.step());
            }
            if (line.startsWith(OURS)) {
                return Optional.of(line.substring(OURS.length()));
            }
            Matcher goal = GOAL.matcher(line);
            return goal.matches() && MODULES.containsKey(goal.group(3))
                    ? Optional.ofNullable(STEPS.get(goal.group(1) + ":" + goal.group(2)))
                            .map(step -> step + MODULES.get(goal.group(3)))
                    : Optional.empty();
        }

        private static long partBytes(MatchResult part) {
            return bytes(part.group(1), part.group(2));
        }

        private static long bytes(String number, String unit) {
            double factor =
                    switch (unit) {
                        case "kB" -> 1e3;
                        case "MB" -> 1e6;
                        case "GB" -> 1e9;
                        default -> 1;
                    };
            return (long) (Double.parseDouble(number) * factor);
        }

        String fetched() {
            return (bytes + 500_000) / 1_000_000 + " MB, " + come + " files";
        }

        /// For a terminal: how much, and what at this moment. The first file is the slowest.
        String now() {
            String doing = files.isEmpty() ? step : "fetching " + files.getFirst();
            return come == 0 ? doing : "fetched " + fetched() + " · " + doing;
        }

        /// For a log: each step, and each further part of a long download.
        Optional<String> newsSince(Seen before) {
            if (!step.equals(before.step())) {
                return Optional.of(step);
            }
            if (come == 0 && before.files().isEmpty() && !files.isEmpty()) {
                return Optional.of("fetching libraries");
            }
            return bytes / NEWS_BYTES > before.bytes() / NEWS_BYTES
                    ? Optional.of("fetched " + fetched())
                    : Optional.empty();
        }
    }
}
