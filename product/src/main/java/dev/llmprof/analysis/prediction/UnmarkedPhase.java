package dev.llmprof.analysis.prediction;

import dev.llmprof.analysis.phase.PhaseOperator;
import dev.llmprof.model.operators.RequestPhases;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The phase of a trace that marks none, where its attention has only one kind of queries, and how
/// often that phase ran.
record UnmarkedPhase(String phase, long passes) {

    static Optional<UnmarkedPhase> of(PaperCosts paper, List<PhaseOperator> ran) {
        Set<Signature> heads =
                attention(paper)
                        .flatMap(row -> row.signatures().stream())
                        .collect(Collectors.toSet());
        AttentionCalls calls = AttentionCalls.of(heads, ran);
        if (calls.prefill().isEmpty() == calls.decode().isEmpty()) {
            return Optional.empty();
        }
        return calls.prefill().isEmpty()
                ? of(RequestPhases.DECODE, paper, calls.decode())
                : of(RequestPhases.PREFILL, paper, calls.prefill());
    }

    private static Optional<UnmarkedPhase> of(
            String phase, PaperCosts paper, List<AttentionCalls.Call> calls) {
        double expected =
                attention(paper)
                        .filter(row -> row.phase().equals(phase))
                        .mapToDouble(PaperCosts.Row::calls)
                        .sum();
        long passes = Math.round(AttentionCalls.count(calls) / expected);
        return expected == 0
                ? Optional.empty()
                : Optional.of(new UnmarkedPhase(phase, Math.max(1, passes)));
    }

    private static Stream<PaperCosts.Row> attention(PaperCosts paper) {
        return paper.operators().stream().filter(row -> row.kind().equals("attention"));
    }
}
