package dev.llmprof.study.compare;

import dev.llmprof.compare.Comparison;
import dev.llmprof.compare.fact.ComparedFact;
import dev.llmprof.compare.fact.SideFacts;
import dev.llmprof.compare.metric.MetricAnswer;
import dev.llmprof.compare.metric.MetricAnswers;
import dev.llmprof.compare.tree.TimeTree;
import dev.llmprof.compare.tree.TimeTrees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Reads two sides and joins all that is said about them.
public final class Comparisons {
    private final SideReader reader;

    public Comparisons(SideReader reader) {
        this.reader = reader;
    }

    public Comparison of(CompareRequest request) throws IOException {
        ComparedSide a = reader.read(request.a());
        ComparedSide b = reader.read(request.b());
        List<ComparedFact> facts = facts(a, b);
        List<MetricAnswer> answers =
                MetricAnswers.of(
                        SideMetrics.paired(a, b, request.metrics()), request.rules(), facts);
        List<String> remarks = new ArrayList<>(a.remarks());
        remarks.addAll(b.remarks());
        remarks.addAll(SideMetrics.unshared(a, b));
        return new Comparison(
                a.label(),
                b.label(),
                isSame(a, b),
                facts,
                request.allowed(),
                answers,
                tree(a, b, facts, request.allowed()),
                remarks);
    }

    /// A table of values has none.
    private static List<ComparedFact> facts(ComparedSide a, ComparedSide b) {
        boolean known = !a.facts().values().isEmpty() || !b.facts().values().isEmpty();
        return known ? SideFacts.compared(a.facts(), b.facts()) : List.of();
    }

    /// Of what may be compared, where both sides have captures.
    private static Optional<TimeTree> tree(
            ComparedSide a, ComparedSide b, List<ComparedFact> facts, Set<String> allowed) {
        boolean forbidden =
                facts.stream().anyMatch(fact -> fact.forbids() && !allowed.contains(fact.name()));
        return forbidden || a.strips().isEmpty() || b.strips().isEmpty()
                ? Optional.empty()
                : Optional.of(TimeTrees.of(a.strips(), b.strips()));
    }

    /// Both are the same captures, byte for byte. A table of values is none.
    private static boolean isSame(ComparedSide a, ComparedSide b) throws IOException {
        List<Path> left = captures(a);
        List<Path> right = captures(b);
        if (left.isEmpty() || left.size() != right.size()) {
            return false;
        }
        for (int i = 0; i < left.size(); i++) {
            if (Files.mismatch(left.get(i), right.get(i)) >= 0) {
                return false;
            }
        }
        return true;
    }

    private static List<Path> captures(ComparedSide side) {
        return side.runs().stream().flatMap(run -> run.captures().stream()).toList();
    }
}
