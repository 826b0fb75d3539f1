package dev.llmprof.study.rank;

import dev.llmprof.analysis.rank.RankComparisons;
import dev.llmprof.analysis.rank.RankRecord;
import dev.llmprof.analysis.rank.Ranks;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Compares the ranks of several parts, of which nothing but their Parquet is read.
public final class RankMerge {
    private RankMerge() {}

    /// What was compared, and the captures that could not be read when the parts were made.
    public record Merged(Ranks ranks, List<Problem> problems) {
        public Merged {
            problems = List.copyOf(problems);
        }
    }

    public static Merged of(List<Path> named) throws IOException {
        List<RankRecord> records = new ArrayList<>();
        List<Problem> problems = new ArrayList<>();
        List<RankShare> shares = new ArrayList<>();
        SortedMap<Long, Path> captures = new TreeMap<>();
        for (Path folder : parts(named)) {
            var part = new RankPartReader(folder);
            shares.add(part.share());
            captures.putIfAbsent(part.captures(), folder);
            records.addAll(part.records());
            problems.addAll(part.problems());
        }
        missing(shares).ifPresent(problems::add);
        mixed(captures).ifPresent(problems::add);
        Ranks ranks =
                RankComparisons.of(records)
                        .orElseThrow(() ->
                                new Problem(
                                                "fewer than two ranks are in these parts",
                                                String.join(
                                                        ", ",
                                                        named.stream()
                                                                .map(Path::toString)
                                                                .toList()),
                                                "reduce the captures of all ranks, or use llmprof"
                                                        + " analyze for a single one")
                                        .found());
        return new Merged(ranks, problems.stream().distinct().toList());
    }

    /// Shares that nobody gave: the numbers would be of some ranks only.
    private static Optional<Problem> missing(List<RankShare> shares) {
        int of = shares.stream().mapToInt(RankShare::of).max().orElse(0);
        Set<Integer> there = new TreeSet<>(shares.stream().map(RankShare::number).toList());
        List<String> missing =
                IntStream.rangeClosed(1, of)
                        .filter(number -> !there.contains(number))
                        .mapToObj(number -> number + "/" + of)
                        .toList();
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new Problem(
                                "a share of the captures is not there",
                                String.join(", ", missing),
                                "llmprof analyze DIR --reduce "
                                        + missing.getFirst()
                                        + " -o PART, and merge again with it"));
    }

    /// Shares of different captures: what is compared then never ran together.
    private static Optional<Problem> mixed(SortedMap<Long, Path> captures) {
        return captures.size() < 2
                ? Optional.empty()
                : Optional.of(
                        new Problem(
                                "these parts are shares of different captures",
                                captures.values().stream()
                                        .map(Path::toString)
                                        .sorted()
                                        .collect(Collectors.joining(", ")),
                                "merge the parts of one llmprof analyze DIR --reduce I/N at a"
                                        + " time"));
    }

    private static List<Path> parts(List<Path> named) throws IOException {
        List<Path> parts = new ArrayList<>();
        for (Path path : named) {
            List<Path> found = RankPartReader.isPart(path) ? List.of(path) : inside(path);
            if (found.isEmpty()) {
                throw new Problem(
                                "this is not a part of an analysis",
                                path.toString(),
                                "name what llmprof analyze DIR --reduce I/N -o PART wrote, or the"
                                        + " folder with all parts")
                        .found();
            }
            parts.addAll(found);
        }
        return parts;
    }

    private static List<Path> inside(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(RankPartReader::isPart).sorted().toList();
        }
    }
}
