package dev.llmprof.run.slurm;

import dev.llmprof.tool.Slurm.TaskArray;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Which tasks go into which array: Slurm takes no index from `MaxArraySize` on.
final class ArrayPlan {
    private ArrayPlan() {}

    /// Each array has the tasks of one stretch of numbers, so that the script finds its own from an
    /// index and an offset.
    static List<SubmittedArray> of(ClusterSweep sweep, Collection<Integer> tasks, int largest) {
        SortedMap<Integer, List<Integer>> stretches = new TreeMap<>();
        tasks.stream()
                .sorted()
                .forEach(task ->
                        stretches
                                .computeIfAbsent(task / largest, _ -> new ArrayList<>())
                                .add(task));
        List<SubmittedArray> arrays = new ArrayList<>();
        ClusterSweep grown = sweep;
        for (var stretch : stretches.entrySet()) {
            var array =
                    new SubmittedArray(
                            grown.nextName(),
                            stretch.getKey() * largest,
                            stretch.getValue(),
                            Optional.empty());
            arrays.add(array);
            grown = grown.with(array);
        }
        return arrays;
    }

    static TaskArray asked(SubmittedArray array, int atOnce) {
        return new TaskArray(
                array.name(),
                indices(array.tasks().stream().map(task -> task - array.offset()).toList())
                        + "%"
                        + atOnce,
                array.offset());
    }

    /// `0-3,7`.
    static String indices(List<Integer> sorted) {
        var text = new StringBuilder();
        for (int i = 0; i < sorted.size(); i++) {
            int first = sorted.get(i);
            while (i + 1 < sorted.size() && sorted.get(i + 1) == sorted.get(i) + 1) {
                i++;
            }
            text.append(text.isEmpty() ? "" : ",").append(first);
            if (sorted.get(i) > first) {
                text.append('-').append(sorted.get(i));
            }
        }
        return text.toString();
    }
}
