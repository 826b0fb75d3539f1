import com.sun.management.OperatingSystemMXBean;
import dev.llmprof.problem.Problem;
import dev.llmprof.trace.Trace;
import dev.llmprof.trace.kineto.KinetoFiles;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;

/// Times the reader alone, without analyses: `Scan TEXT_BYTES FILE`, a few rounds, the last is warm.
public final class Scan {
    private static final int ROUNDS = 5;

    public static void main(String[] words) throws Exception {
        double text = Double.parseDouble(words[0]);
        Path file = Path.of(words[1]);
        var process = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        for (int round = 1; round <= ROUNDS; round++) {
            long start = System.nanoTime();
            long cpu = process.getProcessCpuTime();
            long events = events(file);
            double wall = (System.nanoTime() - start) / 1e9;
            double own = (process.getProcessCpuTime() - cpu) / 1e9;
            System.out.printf(
                    Locale.ROOT,
                    "%s, %.0f MB: round %d, %,d events, %.0f MB of text/s by the clock, %.0f MB of text for each second of CPU, all threads%n",
                    file.getFileName(), Files.size(file) / 1e6, round, events, text / 1e6 / wall, text / 1e6 / own);
        }
    }

    private static long events(Path file) throws IOException {
        var counted = new LongAdder();
        KinetoFiles.each(
                file,
                _ -> {},
                new KinetoFiles.Taker() {
                    @Override
                    public void trace(Trace trace) {
                        counted.add(trace.reading().events());
                    }

                    @Override
                    public void problem(Problem problem) {}
                });
        return counted.sum();
    }
}
