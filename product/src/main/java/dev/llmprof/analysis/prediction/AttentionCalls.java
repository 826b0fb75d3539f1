package dev.llmprof.analysis.prediction;

import dev.llmprof.analysis.event.Shapes;
import dev.llmprof.analysis.phase.PhaseOperator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The calls of a model's attention in a trace, known by its heads. Of several operators that call
/// one another only the one that has the time counts.
record AttentionCalls(List<Call> calls) {

    /// Calls of one shape: `queries` positions that asked of `keys`.
    record Call(String name, long batch, long queries, long keys, long calls, long nanos) {}

    static AttentionCalls of(Set<Signature> heads, List<PhaseOperator> ran) {
        List<Call> calls = new ArrayList<>();
        Map<String, Long> times = new HashMap<>();
        for (PhaseOperator operator : ran) {
            call(operator, heads)
                    .ifPresent(call -> {
                        calls.add(call);
                        times.merge(call.name, call.nanos, Long::sum);
                    });
        }
        Optional<String> main =
                times.entrySet().stream()
                        .max(
                                Map.Entry.<String, Long>comparingByValue()
                                        .thenComparing(Map.Entry.comparingByKey()))
                        .map(Map.Entry::getKey);
        return new AttentionCalls(
                calls.stream().filter(call -> main.equals(Optional.of(call.name))).toList());
    }

    private static Optional<Call> call(PhaseOperator operator, Set<Signature> heads) {
        Shapes shapes = Shapes.of(operator.shapes());
        List<Long> query = shapes.input(0);
        List<Long> key = shapes.input(1);
        if (query.size() != 4 || key.size() != 4) {
            return Optional.empty();
        }
        List<Signature> readings = Signature.of(operator.name(), shapes);
        for (int at = 0; at < readings.size(); at++) {
            if (heads.contains(readings.get(at))) {
                int positions = at == 0 ? 2 : 1;
                return Optional.of(
                        new Call(
                                operator.name(),
                                query.get(0),
                                query.get(positions),
                                key.get(positions),
                                operator.calls(),
                                operator.deviceNanos() + operator.hostNanos()));
            }
        }
        return Optional.empty();
    }

    List<Call> prefill() {
        return calls.stream().filter(call -> call.queries > 1).toList();
    }

    List<Call> decode() {
        return calls.stream().filter(call -> call.queries == 1).toList();
    }

    static long count(List<Call> calls) {
        return calls.stream().mapToLong(Call::calls).sum();
    }
}
