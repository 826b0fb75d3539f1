package dev.llmprof.report.advice;

import dev.llmprof.analysis.idle.HostActivity;
import dev.llmprof.report.block.Cell;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Collectors;

/// Says what the host did: `Python 1.2 ms, operators 310 µs`, the longest first.
public final class HostWords {
    private static final int SAID = 3;

    private HostWords() {}

    public static String of(Map<HostActivity, Long> nanos) {
        return nanos.entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .sorted(
                        Map.Entry.<HostActivity, Long>comparingByValue(Comparator.reverseOrder())
                                .thenComparing(Map.Entry.comparingByKey()))
                .limit(SAID)
                .map(entry -> entry.getKey().label() + " " + Cell.nanos(entry.getValue()).shown())
                .collect(Collectors.joining(", "));
    }
}
