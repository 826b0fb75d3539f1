package dev.llmprof.study.compare;

import dev.llmprof.compare.Comparison;
import dev.llmprof.compare.fact.ComparedFact;
import dev.llmprof.compare.fact.SideFacts;
import dev.llmprof.compare.metric.MetricAnswer;
import dev.llmprof.compare.metric.MetricAnswers;
import dev.llmprof.compare.tree.TimeTree;
import dev.llmprof.compare.tree.TimeTrees;
import java.io.IOException;
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
                SameCaptures.are(a, b),
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
}
