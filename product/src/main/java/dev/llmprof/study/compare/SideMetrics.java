package dev.llmprof.study.compare;

import dev.llmprof.compare.metric.MetricAnswers.Pair;
import dev.llmprof.compare.metric.MetricKind;
import dev.llmprof.compare.metric.MetricRuns;
import dev.llmprof.problem.Nearest;
import dev.llmprof.problem.Problem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The metrics that two sides share.
public final class SideMetrics {

    private SideMetrics() {}

    /// All of them, or those that were named.
    public static List<Pair> paired(ComparedSide a, ComparedSide b, List<String> wanted) {
        Map<String, MetricRuns> known = byName(a);
        Map<String, MetricRuns> others = byName(b);
        List<Pair> pairs = new ArrayList<>();
        List<Problem> problems = new ArrayList<>();
        for (MetricRuns runs : a.metrics()) {
            String name = runs.kind().name();
            Optional<MetricRuns> other =
                    Optional.ofNullable(others.get(name)).map(each -> each.in(runs.kind()));
            if (other.isPresent() && (wanted.isEmpty() || wanted.contains(name))) {
                check(runs.kind(), other.get().kind(), b.label()).ifPresent(problems::add);
                pairs.add(new Pair(runs, other.get()));
            }
        }
        for (String name : wanted) {
            if (!known.containsKey(name) || !others.containsKey(name)) {
                String where = known.containsKey(name) ? b.label() : a.label();
                problems.add(unknown(name, where, known.keySet().stream().toList()));
            }
        }
        if (!problems.isEmpty()) {
            throw new Problem.Found(problems);
        }
        return pairs;
    }

    /// Of each side those that the other does not have.
    public static List<String> unshared(ComparedSide a, ComparedSide b) {
        List<String> remarks = new ArrayList<>();
        only("A", a, byName(b)).ifPresent(remarks::add);
        only("B", b, byName(a)).ifPresent(remarks::add);
        return remarks;
    }

    private static Optional<String> only(
            String word, ComparedSide side, Map<String, MetricRuns> others) {
        List<String> names =
                side.metrics().stream()
                        .map(runs -> runs.kind().name())
                        .filter(name -> !others.containsKey(name))
                        .toList();
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of("only " + word + " has " + String.join(", ", names));
    }

    private static Optional<Problem> check(MetricKind a, MetricKind b, String where) {
        return a.equals(b)
                ? Optional.empty()
                : Optional.of(
                        new Problem(
                                a.name()
                                        + " is "
                                        + words(a)
                                        + " on one side and "
                                        + words(b)
                                        + " on the other",
                                where,
                                "give both in the same unit"));
    }

    private static String words(MetricKind kind) {
        return "in " + kind.unit() + ", " + kind.better().word() + " is better,";
    }

    private static Problem unknown(String name, String where, List<String> known) {
        return new Problem(
                "no metric " + name,
                where,
                Nearest.to(name, known)
                        .map(nearest -> "did you mean " + nearest + "?")
                        .orElse("there are: " + String.join(", ", known)));
    }

    private static Map<String, MetricRuns> byName(ComparedSide side) {
        Map<String, MetricRuns> byName = new LinkedHashMap<>();
        side.metrics().forEach(runs -> byName.put(runs.kind().name(), runs));
        return byName;
    }
}
