package dev.llmprof.analysis.prediction;

import dev.llmprof.analysis.phase.StepTimes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// What is held against a measurement: the costs on paper, and where a server's steps were measured
/// one by one, what one step of each phase took. Then the costs are those of one step, too.
/// `remarks` are sentences on how it was read; `each` is there where every step can be counted.
public record ComparedWork(
        PaperCosts costs,
        SortedMap<String, StepTimes.Typical> steps,
        List<String> remarks,
        Optional<StepPaper> each) {
    public ComparedWork {
        steps = new TreeMap<>(steps);
        remarks = List.copyOf(remarks);
    }

    /// A request as a whole.
    public static ComparedWork of(PaperCosts costs) {
        return new ComparedWork(costs, new TreeMap<>(Map.of()), List.of(), Optional.empty());
    }

    public ComparedWork plus(List<String> more) {
        return new ComparedWork(
                costs, steps, Stream.concat(remarks.stream(), more.stream()).toList(), each);
    }

    public ComparedWork with(StepPaper paper) {
        return new ComparedWork(costs, steps, remarks, Optional.of(paper));
    }

    Optional<StepTimes.Typical> steps(String phase) {
        return Optional.ofNullable(steps.get(phase));
    }

    ComparedWork with(PaperCosts other) {
        return new ComparedWork(other, steps, remarks, each);
    }
}
