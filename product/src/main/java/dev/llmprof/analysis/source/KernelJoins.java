package dev.llmprof.analysis.source;

import dev.llmprof.analysis.kernel.KernelNames;
import dev.llmprof.analysis.ncu.KernelCounters;
import dev.llmprof.analysis.ncu.NcuKernel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Joins kernels across timings and counters by [KernelNames#key].
public final class KernelJoins {

    private KernelJoins() {}

    /// The longest first as the first source timed them, then those that only a later source has.
    public static List<KernelJoin> of(List<KernelTimes> timed, List<NcuKernel> profiled) {
        Map<String, Entry> entries = new LinkedHashMap<>();
        for (KernelTimes times : timed) {
            long total = times.nanos();
            times.rows().stream()
                    .sorted(Comparator.comparingLong(KernelTimes.Row::nanos).reversed())
                    .forEach(row -> entry(entries, row.name()).add(times, row, total));
        }
        for (NcuKernel kernel : profiled) {
            if (kernel.launches() > 0) {
                entry(entries, kernel.name()).counters.add(KernelCounters.of(kernel));
            }
        }
        return entries.values().stream().map(Entry::join).toList();
    }

    private static Entry entry(Map<String, Entry> entries, String name) {
        return entries.computeIfAbsent(KernelNames.key(name), _ -> new Entry(name));
    }

    private static final class Entry {
        private final String name;
        private final Map<String, KernelJoin.Time> times = new LinkedHashMap<>();
        private final List<KernelCounters> counters = new ArrayList<>();

        Entry(String name) {
            this.name = name;
        }

        void add(KernelTimes source, KernelTimes.Row row, long total) {
            var time =
                    new KernelJoin.Time(
                            source.tool(),
                            source.source(),
                            source.machine(),
                            row.count(),
                            row.nanos(),
                            total == 0 ? 0 : (double) row.nanos() / total);
            times.merge(source.source(), time, Entry::sum);
        }

        /// One source may spell two instances of a template alike.
        private static KernelJoin.Time sum(KernelJoin.Time a, KernelJoin.Time b) {
            return new KernelJoin.Time(
                    a.tool(),
                    a.source(),
                    a.machine(),
                    a.count() + b.count(),
                    a.nanos() + b.nanos(),
                    a.share() + b.share());
        }

        KernelJoin join() {
            return new KernelJoin(name, new ArrayList<>(times.values()), counters);
        }
    }
}
