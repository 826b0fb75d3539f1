package dev.llmprof.analysis.lint;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.trace.Rank;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Whether the captures of several ranks are one of each. One rank alone is what was asked for.
final class RankLints {
    private RankLints() {}

    /// Two tools may each have recorded a rank.
    private record Whose(String tool, int rank) {}

    static List<LintFinding> of(List<Capture> captures) {
        Map<Integer, Long> counts = new TreeMap<>();
        Set<String> twice = new LinkedHashSet<>();
        Set<Whose> seen = new HashSet<>();
        int size = 0;
        for (Capture capture : captures) {
            if (capture.origin().rank().isPresent()
                    && !capture.gpu().graphLaunches().isOfCapture()) {
                Rank rank = capture.origin().rank().get();
                counts.merge(rank.rank(), 1L, Long::sum);
                if (!seen.add(new Whose(capture.origin().tool(), rank.rank()))) {
                    twice.add(Integer.toString(rank.rank()));
                }
                size = Math.max(size, rank.worldSize());
            }
        }
        var evidence = new Evidence("");
        if (counts.size() > 1) {
            missing(evidence, counts, size);
            evidence.add(
                    !twice.isEmpty(),
                    LintRule.RANK_TWICE,
                    "more than one capture of rank %s",
                    shortened(List.copyOf(twice)));
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
        evidence.add(
                !missing.isEmpty(),
                LintRule.RANKS_MISSING,
                "%d of %d ranks are there; not %s",
                counts.size(),
                size,
                shortened(missing));
    }

    private static String shortened(List<String> ranks) {
        int shown = Math.min(ranks.size(), 8);
        return String.join(", ", ranks.subList(0, shown)) + (ranks.size() > shown ? ", …" : "");
    }
}
