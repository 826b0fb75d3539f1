package dev.llmprof.analysis.prediction;

import dev.llmprof.analysis.phase.PhaseOperator;
import dev.llmprof.model.operators.RequestPhases;
import dev.llmprof.model.shape.Images;
import dev.llmprof.model.shape.Request;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Finds what was asked of a model in the shapes of its attention: batch, prompt and steps.
public final class TracedRequests {

    private TracedRequests() {}

    public static Optional<Request> of(PaperCostings costings, List<PhaseOperator> ran) {
        Optional<PaperCosts.Row> attention =
                costings.of(Request.DEFAULT).operators().stream()
                        .filter(row -> row.phase().equals(RequestPhases.PREFILL))
                        .filter(row -> row.kind().equals("attention"))
                        .findFirst();
        return attention.flatMap(row -> of(row, ran));
    }

    private static Optional<Request> of(PaperCosts.Row attention, List<PhaseOperator> ran) {
        AttentionCalls calls = AttentionCalls.of(Set.copyOf(attention.signatures()), ran);
        List<AttentionCalls.Call> decode = calls.decode();
        Optional<AttentionCalls.Call> prefill =
                calls.prefill().stream()
                        .max(
                                Comparator.comparingLong(AttentionCalls.Call::nanos)
                                        .thenComparingLong(AttentionCalls.Call::queries));
        Optional<AttentionCalls.Call> first =
                prefill.or(() ->
                        decode.stream().min(Comparator.comparingLong(AttentionCalls.Call::keys)));
        if (first.isEmpty()) {
            return Optional.empty();
        }
        long batch = first.get().batch();
        long prompt = first.get().keys();
        long steps = Math.round(AttentionCalls.count(decode) / attention.calls());
        boolean sane = batch > 0 && batch < 1 << 20 && prompt > 0 && prompt < 1 << 28;
        return sane
                ? Optional.of(new Request((int) batch, (int) prompt, (int) steps, Images.NONE))
                : Optional.empty();
    }
}
