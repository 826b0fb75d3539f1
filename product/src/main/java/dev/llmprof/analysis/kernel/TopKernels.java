package dev.llmprof.analysis.kernel;

import dev.llmprof.problem.Problem;
import dev.llmprof.trace.nsys.NsysKernelSummary;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The heaviest kernels of an nsys summary, one for each name.
public final class TopKernels {

    private TopKernels() {}

    /// What "heavy" means.
    public enum Order {
        TIME_PCT,
        TIME_NS
    }

    public record Kernel(String name, long totalNanos, double percent, long launches) {}

    /// Rows of one name, which older versions tell apart by grid and block, are added up. Kernels
    /// of the same weight stay in the summary's order.
    public static List<Kernel> of(NsysKernelSummary summary, Order order, int most) {
        requireColumn(summary, order);
        Map<String, Kernel> byName = new LinkedHashMap<>();
        for (NsysKernelSummary.Row row : summary.rows()) {
            byName.merge(
                    row.name(),
                    new Kernel(row.name(), row.totalNanos(), row.percent(), row.instances()),
                    TopKernels::sum);
        }
        return byName.values().stream().sorted(comparator(order)).limit(most).toList();
    }

    private static Comparator<Kernel> comparator(Order order) {
        return switch (order) {
            case TIME_PCT -> Comparator.comparingDouble(Kernel::percent).reversed();
            case TIME_NS -> Comparator.comparingLong(Kernel::totalNanos).reversed();
        };
    }

    private static Kernel sum(Kernel a, Kernel b) {
        return new Kernel(
                a.name(),
                a.totalNanos() + b.totalNanos(),
                a.percent() + b.percent(),
                a.launches() + b.launches());
    }

    private static void requireColumn(NsysKernelSummary summary, Order order) {
        boolean byTime = order == Order.TIME_NS;
        String title = byTime ? summary.timeTitle() : summary.percentTitle();
        if (title.isEmpty()) {
            throw new Problem(
                            "the summary has no column for "
                                    + (byTime ? "the total time" : "the share of the time"),
                            "",
                            "--sort-by " + (byTime ? "time_pct" : "time_ns"))
                    .found();
        }
    }
}
