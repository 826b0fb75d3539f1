package dev.llmprof.testing.fuzz;

import com.sun.management.ThreadMXBean;
import dev.llmprof.problem.Problem;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// Gives a reader damaged files, one after the other. Each must be read, or refused in words, in a
/// bounded time and with bounded memory.
public final class FuzzRun {
    private static final long MOST_NANOS = 20_000_000_000L;
    private static final long MOST_BYTES = 2L << 30;
    private static final int MOST_FAILURES = 20;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final FuzzTarget target;
    private final long seed;
    private final Path folder;
    private final List<Failure> failures = new ArrayList<>();
    private int read;
    private int refused;
    private volatile int at = -1;
    private volatile long startNanos;

    private FuzzRun(FuzzTarget target, long seed, Path folder) {
        this.target = target;
        this.seed = seed;
        this.folder = folder;
    }

    /// A case that ended in any other way.
    public record Failure(String target, long seed, int number, String why) {
        @Override
        public String toString() {
            return "%s: seed %d, case %d: %s".formatted(target, seed, number, why);
        }
    }

    /// How many were read and refused, and what else happened.
    public record Counts(int read, int refused, List<Failure> failures) {}

    /// Runs the cases from `first` on. One that does not end is left behind in its thread, and ends
    /// the run.
    public static Counts of(FuzzTarget target, long seed, int first, int count, Path folder)
            throws InterruptedException {
        var run = new FuzzRun(target, seed, folder);
        Thread worker =
                Thread.ofPlatform()
                        .daemon()
                        .name("fuzz " + target.name())
                        .start(() -> run.cases(first, count));
        while (!worker.join(java.time.Duration.ofMillis(200))) {
            if (run.at >= 0 && System.nanoTime() - run.startNanos > MOST_NANOS) {
                String stack =
                        Arrays.stream(worker.getStackTrace())
                                .limit(25)
                                .map(frame -> "\n  at " + frame)
                                .collect(Collectors.joining());
                var hang = new Failure(target.name(), seed, run.at, "does not end" + stack);
                return new Counts(run.read, run.refused, List.of(hang));
            }
        }
        return new Counts(run.read, run.refused, run.failures);
    }

    private void cases(int first, int count) {
        for (int number = first; number < first + count; number++) {
            byte[] bytes = target.bytes(seed, number);
            startNanos = System.nanoTime();
            at = number;
            one(bytes, number);
            if (failures.size() >= MOST_FAILURES) {
                return;
            }
        }
    }

    private void one(byte[] bytes, int number) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        try {
            target.reading().read(bytes, folder);
            read++;
        } catch (Problem.Found found) {
            refused++;

            found.problems().stream()
                    .filter(problem -> problem.what().isBlank() || problem.at().isBlank())
                    .forEach(problem -> failed(number, "says not what or where: " + problem));
        } catch (FileSystemException gone) {
            refused++;
        } catch (Throwable internal) {
            var trace = new StringWriter();
            internal.printStackTrace(new PrintWriter(trace));
            failed(number, trace.toString());
        }
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
        if (allocated > MOST_BYTES) {
            failed(number, "took " + (allocated >> 20) + " MB for " + bytes.length + " bytes");
        }
    }

    private void failed(int number, String why) {
        failures.add(new Failure(target.name(), seed, number, why));
    }
}
