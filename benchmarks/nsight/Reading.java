import dev.llmprof.analysis.nsys.NsysSummaries;
import dev.llmprof.analysis.nsys.NsysStats;
import dev.llmprof.trace.ncu.NcuReport;
import dev.llmprof.trace.nsys.NsysSqlite;
import dev.llmprof.trace.Trace;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Locale;

/// Times the readers alone: `Reading ncu FILE` warm, `Reading kernels FILE` and `Reading stats FILE` cold.
public final class Reading {
    private static final int WARM_UP = 60;
    private static final int ROUNDS = 20;

    private interface Work {
        long run() throws Exception;
    }

    public static void main(String[] words) throws Exception {
        Path file = Path.of(words[1]);
        switch (words[0]) {
            case "ncu" -> warm(() -> NcuReport.read(file).launches().size());
            case "kernels" -> once(() -> NsysSummaries.kernels(NsysSqlite.readGpu(file)).rows().size());
            case "stats" ->
                    once(
                            () -> {
                                Trace trace = NsysSqlite.read(file, file.toString(), _ -> {});
                                return NsysStats.of(trace).projections().rows().size();
                            });
            default -> throw new IllegalArgumentException(words[0]);
        }
    }

    private static void warm(Work work) throws Exception {
        for (int round = 0; round < WARM_UP; round++) {
            work.run();
        }
        long best = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long start = System.nanoTime();
            work.run();
            best = Math.min(best, System.nanoTime() - start);
        }
        System.out.printf(Locale.ROOT, "%.2f%n", best / 1e6);
    }

    private static void once(Work work) throws Exception {
        var threads = ManagementFactory.getThreadMXBean();
        long start = System.nanoTime();
        long rows = work.run();
        System.out.printf(
                Locale.ROOT,
                "%d rows, %.0f ms, %.0f ms CPU%n",
                rows,
                (System.nanoTime() - start) / 1e6,
                threads.getCurrentThreadCpuTime() / 1e6);
    }
}
