package dev.llmprof.compare.fact;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// What one side says of itself: a text for each fact it knows.
public record SideFacts(Map<FactKind, String> values) {
    public static final SideFacts NONE = new SideFacts(Map.of());

    public SideFacts {
        Map<FactKind, String> known = new EnumMap<>(FactKind.class);
        values.forEach((kind, value) -> {
            if (!value.isBlank()) {
                known.put(kind, value.strip());
            }
        });
        values = known;
    }

    /// Of several runs each value once: where they differ among themselves, that is said.
    public static SideFacts joined(List<SideFacts> runs) {
        Map<FactKind, String> values = new EnumMap<>(FactKind.class);
        for (FactKind kind : FactKind.values()) {
            values.put(
                    kind,
                    runs.stream()
                            .map(run -> run.values.getOrDefault(kind, ""))
                            .filter(value -> !value.isEmpty())
                            .distinct()
                            .collect(Collectors.joining(" | ")));
        }
        return new SideFacts(values);
    }

    /// What the other says goes first.
    public SideFacts with(SideFacts better) {
        Map<FactKind, String> both = new EnumMap<>(FactKind.class);
        both.putAll(values);
        both.putAll(better.values);
        return new SideFacts(both);
    }

    /// All that must be the same, and of the others those that a side knows.
    public static List<ComparedFact> compared(SideFacts a, SideFacts b) {
        List<ComparedFact> facts = new ArrayList<>();
        for (FactKind kind : FactKind.values()) {
            String left = a.values.getOrDefault(kind, "");
            String right = b.values.getOrDefault(kind, "");
            boolean silent = left.isEmpty() && right.isEmpty();
            if (kind.factClass() == FactClass.MUST || !silent) {
                facts.add(
                        new ComparedFact(
                                kind.word(), kind.factClass(), state(left, right), left, right));
            }
        }
        return facts;
    }

    private static FactState state(String a, String b) {
        if (a.isEmpty() || b.isEmpty()) {
            return FactState.UNKNOWN;
        }
        return a.equals(b) ? FactState.SAME : FactState.DIFFERENT;
    }
}
