package dev.llmprof.testing.fuzz;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Many cases, from the command line: `SEED COUNT [READER,READER [FIRST]]`.
public final class FuzzMain {
    private FuzzMain() {}

    /// Every reader there is.
    static List<FuzzTarget> targets(Path folder) throws IOException {
        List<FuzzTarget> all = new ArrayList<>(CaptureTargets.all(folder));
        all.addAll(RunTargets.all());
        all.addAll(DescriptionTargets.all());
        all.addAll(KeptTargets.all(folder));
        all.addAll(ProgramTargets.all());
        all.addAll(BaselineTargets.all(folder));
        return all;
    }

    private static long cpuNanos() {
        var system =
                (com.sun.management.OperatingSystemMXBean)
                        ManagementFactory.getOperatingSystemMXBean();
        return system.getProcessCpuTime();
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        long seed = Long.parseLong(args[0]);
        int count = Integer.parseInt(args[1]);
        String readers = args.length > 2 ? args[2] : "";
        int first = args.length > 3 ? Integer.parseInt(args[3]) : 0;
        Path folder = Files.createTempDirectory("llmprof-fuzz");
        boolean sound = true;
        for (FuzzTarget target : targets(folder)) {
            if (!readers.isEmpty() && !List.of(readers.split(",")).contains(target.name())) {
                continue;
            }
            long startNanos = cpuNanos();
            FuzzRun.Counts counts =
                    FuzzRun.of(
                            target,
                            seed,
                            first,
                            count,
                            Files.createDirectories(
                                    folder.resolve(target.name().replace(' ', '-'))));
            System.out.printf(
                    Locale.ROOT,
                    "%-22s %7d read  %7d refused  %3d internal errors  %6.1f s of CPU%n",
                    target.name(),
                    counts.read(),
                    counts.refused(),
                    counts.failures().size(),
                    (cpuNanos() - startNanos) / 1e9);
            counts.failures().forEach(System.out::println);
            sound &= counts.failures().isEmpty();
        }
        System.exit(sound ? 0 : 1);
    }
}
