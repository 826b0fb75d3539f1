package dev.llmprof.analysis.rank;

import dev.llmprof.trace.ParallelRank;
import dev.llmprof.trace.Trace;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Which rank a capture is of, by what it says or by its file's name.
final class RankNames {
    private static final Pattern RANK = Pattern.compile("rank[-_]?(\\d{1,6})");
    private static final Pattern LAST_NUMBER =
            Pattern.compile("_(\\d{1,5})\\.(?:pt\\.)?(?:trace\\.)?json(?:\\.[a-z]+)?$");

    private RankNames() {}

    static OptionalInt said(Trace trace) {
        return trace.rank().map(rank -> OptionalInt.of(rank.rank())).orElse(OptionalInt.empty());
    }

    static OptionalInt inName(String source) {
        Optional<Integer> rank = first(RANK, fileName(source));
        return rank.isPresent() ? OptionalInt.of(rank.get()) : OptionalInt.empty();
    }

    /// `…_0.json`, as programs under torchrun often name them.
    static OptionalInt lastNumber(String source) {
        Optional<Integer> rank = first(LAST_NUMBER, fileName(source));
        return rank.isPresent() ? OptionalInt.of(rank.get()) : OptionalInt.empty();
    }

    /// Where it stands in each way of dividing a model, sortable; empty where nothing is said.
    static String place(String source) {
        Optional<Map<String, Integer>> places = ParallelRank.of(source).map(ParallelRank::places);
        if (places.isEmpty()) {
            return "";
        }
        StringBuilder place = new StringBuilder();
        for (String key : new String[] {"dp", "pp", "pcp", "tp", "dcp", "ep"}) {
            if (places.get().containsKey(key)) {
                place.append("%s%06d ".formatted(key, places.get().getOrDefault(key, 0)));
            }
        }
        return place.toString().strip();
    }

    private static Optional<Integer> first(Pattern pattern, String name) {
        Matcher matcher = pattern.matcher(name);
        return matcher.find() ? Optional.of(Integer.valueOf(matcher.group(1))) : Optional.empty();
    }

    private static String fileName(String source) {
        return source.substring(source.replace('\\', '/').lastIndexOf('/') + 1);
    }
}
