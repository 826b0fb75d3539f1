package dev.llmprof.model.shape;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Something that stands in `count` layers.
public record Repeated<T>(int count, T value) {

    /// Equal values together, in the order of their first appearance.
    public static <T> List<Repeated<T>> grouped(List<T> values) {
        Map<T, Integer> counts = new LinkedHashMap<>();
        values.forEach(value -> counts.merge(value, 1, Integer::sum));
        List<Repeated<T>> groups = new ArrayList<>();
        counts.forEach((value, count) -> groups.add(new Repeated<>(count, value)));
        return List.copyOf(groups);
    }
}
