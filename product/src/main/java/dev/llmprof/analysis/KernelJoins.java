package dev.llmprof.analysis;

import dev.llmprof.trace.NcuProfile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Joins kernels across captures and counters by [KernelNames#key].
public final class KernelJoins {

    private KernelJoins() {}

    /// The longest first as the first capture timed them, then those that only a later source has.
    public static List<KernelJoin> of(List<Capture> captures, List<NcuProfile> profiles) {
        Map<String, Entry> entries = new LinkedHashMap<>();
        for (Capture capture : captures) {
            KernelBreakdown kernels = capture.analysis().kernels();
            for (KernelBreakdown.Row row : kernels.rows()) {
                entries.computeIfAbsent(KernelNames.key(row.name()), _ -> new Entry(row.name()))
                        .add(capture, row, kernels.totalNanos());
            }
        }
        return entries.values().stream().map(Entry::join).toList();
    }

    private static final class Entry {
        private final String name;
        private final Map<String, KernelJoin.Time> times = new LinkedHashMap<>();

        Entry(String name) {
            this.name = name;
        }

        void add(Capture capture, KernelBreakdown.Row row, long total) {
            String source = capture.analysis().source();
            Spread spread = row.spread();
            var time =
                    new KernelJoin.Time(
                            capture.analysis().tool(),
                            source,
                            spread.count(),
                            spread.totalNanos(),
                            total == 0 ? 0 : (double) spread.totalNanos() / total);
            times.merge(source, time, Entry::sum);
        }

        /// One source may spell two instances of a template alike.
        private static KernelJoin.Time sum(KernelJoin.Time a, KernelJoin.Time b) {
            return new KernelJoin.Time(
                    a.tool(),
                    a.source(),
                    a.count() + b.count(),
                    a.nanos() + b.nanos(),
                    a.share() + b.share());
        }

        KernelJoin join() {
            return new KernelJoin(name, new ArrayList<>(times.values()), Optional.empty());
        }
    }
}
