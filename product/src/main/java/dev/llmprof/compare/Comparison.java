package dev.llmprof.compare;

import dev.llmprof.compare.fact.ComparedFact;
import dev.llmprof.compare.fact.FactClass;
import dev.llmprof.compare.fact.FactState;
import dev.llmprof.compare.metric.MetricAnswer;
import dev.llmprof.compare.tree.TimeTree;
import dev.llmprof.compare.tree.TreeLevel;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// All that is said about two sides: what page, Markdown, JSON and terminal are views of.
///
/// @param sameCapture both sides are one capture, byte for byte
/// @param allowed names of facts that may differ
/// @param remarks what a reader has to know beside the numbers
public record Comparison(
        String a,
        String b,
        boolean sameCapture,
        List<ComparedFact> facts,
        Set<String> allowed,
        List<MetricAnswer> metrics,
        Optional<TimeTree> tree,
        List<String> remarks) {
    public Comparison {
        facts = List.copyOf(facts);
        allowed = Set.copyOf(allowed);
        metrics = List.copyOf(metrics);
        remarks = List.copyOf(remarks);
    }

    /// With a tree that goes as deep as that.
    public Comparison by(TreeLevel level) {
        return new Comparison(
                a, b, sameCapture, facts, allowed, metrics, tree.map(level::of), remarks);
    }

    public GateVerdict verdict() {
        if (sameCapture) {
            return GateVerdict.UNCHANGED;
        }
        if (!forbidding().isEmpty()) {
            return GateVerdict.NOT_COMPARABLE;
        }
        return stamps().isEmpty() ? GateVerdict.of(metrics) : GateVerdict.INCONCLUSIVE;
    }

    /// Facts that forbid it.
    public List<ComparedFact> forbidding() {
        return facts.stream()
                .filter(ComparedFact::forbids)
                .filter(fact -> !allowed.contains(fact.name()))
                .toList();
    }

    /// Facts that would forbid it and were allowed: compared all the same, without a verdict.
    public List<ComparedFact> stamps() {
        return facts.stream()
                .filter(ComparedFact::forbids)
                .filter(fact -> allowed.contains(fact.name()))
                .toList();
    }

    public List<ComparedFact> facts(FactClass factClass, FactState state) {
        return facts.stream()
                .filter(fact -> fact.factClass() == factClass && fact.state() == state)
                .toList();
    }
}
