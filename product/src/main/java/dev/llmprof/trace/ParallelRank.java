package dev.llmprof.trace;

import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// Where a process stands in each way of dividing a model, as a server puts it into the name of its
/// trace: `dp0_pp0_tp1_dcp0_ep0_rank1.….pt.trace.json.gz`, `…-TP-1-DP-0-DECODE.trace.json.gz`.
///
/// The keys are `tp`, `pp`, `dp`, `ep`, `dcp`, `pcp` and `rank`.
public record ParallelRank(SortedMap<String, Integer> places) {
    private static final Pattern PLACE =
            Pattern.compile(
                    "(?i)(?<![a-z0-9])(tp|pp|dp|ep|dcp|pcp|rank)[-_]?(\\d{1,6})(?![0-9a-z])");

    /// Empty where a name says only a rank or nothing.
    public static Optional<ParallelRank> of(String source) {
        SortedMap<String, Integer> places = new TreeMap<>();
        PLACE.matcher(source.substring(source.lastIndexOf('/') + 1))
                .results()
                .forEach(place ->
                        places.putIfAbsent(
                                place.group(1).toLowerCase(Locale.ROOT),
                                Integer.valueOf(place.group(2))));
        boolean divided = places.keySet().stream().anyMatch(key -> !key.equals("rank"));
        return divided ? Optional.of(new ParallelRank(places)) : Optional.empty();
    }
}
