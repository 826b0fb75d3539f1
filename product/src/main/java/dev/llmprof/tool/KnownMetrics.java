package dev.llmprof.tool;

import java.util.Collection;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// The metrics that an ncu can collect: the hardware counters of its chips, and what its sections
/// ask for. No list has all that ncu takes: facts of the launch and the device, samples, sums of
/// other metrics. So a name is only doubted where the lists would have it.
public record KnownMetrics(NavigableSet<String> counters, NavigableSet<String> listed) {
    /// `regex:`, `group:`, `breakdown:`, `pmsampling:` are expanded by ncu.
    private static final Pattern EXPANDED = Pattern.compile("^[a-z]+:.+");

    private static final String UNIT_END = "__";

    public KnownMetrics(Collection<String> counters, Collection<String> listed) {
        this(new TreeSet<>(counters), new TreeSet<>(listed));
    }

    /// True as well where this ncu did not say what it knows.
    public boolean knows(String metric) {
        String counter = NcuAnswers.counter(metric);
        return counters.isEmpty()
                || counters.contains(counter)
                || listed.contains(counter)
                || EXPANDED.matcher(metric).matches()
                || counter.contains("pcsamp")
                || !ofListedUnit(counter);
    }

    /// A name without a unit is one of the source view, and those are listed.
    private boolean ofListedUnit(String counter) {
        int end = counter.indexOf(UNIT_END);
        if (end < 0) {
            return true;
        }
        String unit = counter.substring(0, end + UNIT_END.length());
        String next = counters.ceiling(unit);
        return next != null && next.startsWith(unit);
    }
}
