package dev.llmprof.trace.nsys;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// Where a kernel summary has its columns, whatever the version called them; -1 for one that is not
/// there.
record NsysSummaryColumns(
        List<String> titles, int name, int time, double timeNanos, int percent, int instances) {
    private static final Set<String> COUNTS =
            Set.of("instances", "invocations", "count", "calls", "num calls", "kern inst");
    private static final Set<String> TIMES =
            Set.of(
                    "time (ns) sum",
                    "time (ms) sum",
                    "duration",
                    "time",
                    "time (ns)",
                    "duration (ns)");

    static Optional<NsysSummaryColumns> of(List<String> row) {
        List<String> titles =
                row.stream().map(title -> title.strip().toLowerCase(Locale.ROOT)).toList();
        int name = find(titles, title -> title.contains("name"));
        int total = find(titles, title -> title.contains("total") && title.contains("time"));
        int time = total >= 0 ? total : find(titles, TIMES::contains);
        int percent = find(titles, title -> title.contains("time") && title.contains("%"));
        if (name < 0 || (time < 0 && percent < 0)) {
            return Optional.empty();
        }
        double nanos = time < 0 ? 1 : nanosOf(titles.get(time));
        int instances = find(titles, COUNTS::contains);
        return Optional.of(
                new NsysSummaryColumns(List.copyOf(row), name, time, nanos, percent, instances));
    }

    String titleAt(int place) {
        return place < 0 ? "" : titles.get(place);
    }

    /// The unit stands in brackets in the title; without one it is nanoseconds.
    static double nanosOf(String title) {
        if (title.contains("(us)") || title.contains("(μs)")) {
            return 1e3;
        }
        if (title.contains("(ms)")) {
            return 1e6;
        }
        return title.contains("(s)") || title.contains("(sec)") ? 1e9 : 1;
    }

    private static int find(List<String> titles, Predicate<String> wanted) {
        for (int place = 0; place < titles.size(); place++) {
            if (wanted.test(titles.get(place))) {
                return place;
            }
        }
        return -1;
    }
}
