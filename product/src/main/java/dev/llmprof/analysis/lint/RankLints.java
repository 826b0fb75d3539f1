package dev.llmprof.analysis.lint;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.trace.Rank;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Whether the captures of several ranks are one of each. One rank alone is what was asked for.
final class RankLints {
    private RankLints() {}

    static List<LintFinding> of(List<Capture> captures) {
        Map<Integer, Long> counts = new TreeMap<>();
        int size = 0;
        for (Capture capture : captures) {
            if (capture.origin().rank().isPresent()
                    && !capture.gpu().graphLaunches().isOfCapture()) {
                Rank rank = capture.origin().rank().get();
                counts.merge(rank.rank(), 1L, Long::sum);
                size = Math.max(size, rank.worldSize());
            }
        }
        var evidence = new Evidence("");
        if (counts.size() > 1) {
            missing(evidence, counts, size);
            evidence.add(
                    counts.values().stream().anyMatch(count -> count > 1),
                    LintRule.RANK_TWICE,
                    "more than one capture of rank %s",
                    counts.entrySet().stream()
                            .filter(each -> each.getValue() > 1)
                            .map(each -> each.getKey().toString())
                            .collect(Collectors.joining(", ")));
        }
        return evidence.found();
    }

    private static void missing(Evidence evidence, Map<Integer, Long> counts, int size) {
        List<String> missing = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) {
            if (!counts.containsKey(rank)) {
                missing.add(Integer.toString(rank));
            }
        }
        int shown = Math.min(missing.size(), 8);
        evidence.add(
                !missing.isEmpty(),
                LintRule.RANKS_MISSING,
                "%d of %d ranks are there; not %s%s",
                counts.size(),
                size,
                String.join(", ", missing.subList(0, shown)),
                missing.size() > shown ? ", …" : "");
    }
}
