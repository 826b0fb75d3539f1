package dev.llmprof.analysis.lint;

import dev.llmprof.analysis.ncu.NcuFact;
import dev.llmprof.analysis.ncu.NcuKernel;
import dev.llmprof.analysis.ncu.NcuKernels;
import dev.llmprof.trace.ncu.NcuLaunch;
import dev.llmprof.trace.ncu.NcuProfile;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/// Whether what ncu counted was counted under conditions that compare.
final class NcuLints {
    private static final double CLOCK_SPREAD = 1.1;

    /// Cycles of a shorter kernel are counted too coarsely to tell a clock.
    private static final double LONG_NANOS = 100_000;

    private static final String DURATION = "gpu__time_duration.sum";
    private static final String SPEED = "GPU Speed Of Light Throughput";
    private static final Pattern UNLOCKED = Pattern.compile("--clock-control[ =]none");

    /// ncu's release notes: options renamed to --print-…, and --kernel-name with regex:.
    private static final List<String> RENAMED =
            List.of(
                    "--details-all",
                    "--kernel-regex",
                    "--kernel-regex-base",
                    "--units",
                    "--fp",
                    "--summary",
                    "--kernel-base");

    private NcuLints() {}

    static List<LintFinding> of(String source, NcuProfile profile) {
        var evidence = new Evidence(source);
        String line = profile.session().commandLine();
        clocks(evidence, profile, line);
        long backwards = backwards(profile.launches());
        evidence.add(
                backwards > 0,
                LintRule.NCU_ORDER,
                "%,d of %,d launches have a lower number than the one before",
                backwards,
                profile.launches().size());
        List<NcuKernel> kernels = NcuKernels.of(profile, 0);
        long untimed =
                kernels.stream().filter(each -> each.fact(NcuFact.DURATION).isEmpty()).count();
        evidence.add(
                untimed > 0, LintRule.NCU_NO_VALUES, "%,d of %,d kernels", untimed, kernels.size());
        String renamed =
                Stream.of(line.split("[ =]+"))
                        .filter(RENAMED::contains)
                        .distinct()
                        .collect(Collectors.joining(", "));
        evidence.add(!renamed.isEmpty(), LintRule.DROPPED_SETTINGS, "%s", renamed);
        return evidence.found();
    }

    private static void clocks(Evidence evidence, NcuProfile profile, String line) {
        evidence.add(UNLOCKED.matcher(line).find(), LintRule.NCU_CLOCKS, "--clock-control none");
        double[] clocks =
                profile.launches().stream().flatMapToDouble(NcuLints::clock).sorted().toArray();
        if (clocks.length > 1 && !UNLOCKED.matcher(line).find()) {
            double lowest = clocks[0];
            double highest = clocks[clocks.length - 1];
            evidence.add(
                    highest > CLOCK_SPREAD * lowest,
                    LintRule.NCU_CLOCKS,
                    "the SM clock goes from %.2f to %.2f GHz over %,d launches",
                    lowest / 1e9,
                    highest / 1e9,
                    clocks.length);
        }
    }

    private static DoubleStream clock(NcuLaunch launch) {
        if (launch.metrics()
                        .base(DURATION)
                        .orElse(launch.metrics().base(SPEED, "Duration").orElse(0))
                < LONG_NANOS) {
            return DoubleStream.empty();
        }
        OptionalDouble named = launch.metrics().base("smsp__cycles_elapsed.avg.per_second");
        return (named.isPresent() ? named : launch.metrics().base(SPEED, "SM Frequency")).stream();
    }

    private static long backwards(List<NcuLaunch> launches) {
        Map<NcuLaunch.NcuProcess, Integer> last = new HashMap<>();
        long count = 0;
        for (NcuLaunch launch : launches) {
            Integer before = last.put(launch.process(), launch.id());
            count += before != null && launch.id() < before ? 1 : 0;
        }
        return count;
    }
}
