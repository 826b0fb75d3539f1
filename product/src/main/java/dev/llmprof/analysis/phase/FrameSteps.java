package dev.llmprof.analysis.phase;

import dev.llmprof.analysis.event.HostTree;
import dev.llmprof.analysis.phase.FoundSteps.Seed;
import dev.llmprof.trace.FrameTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds steps in Python's call stack, by the functions that engines run one in.
final class FrameSteps {
    private FrameSteps() {}

    static Optional<FoundSteps> of(FrameTable frames, HostTree tree) {
        Map<Integer, Optional<StepFacts>> byName = new HashMap<>();
        List<Seed> calls = new ArrayList<>();
        for (int row = 0; row < frames.size(); row++) {
            String name = frames.name().get(row);
            Optional<StepFacts> facts =
                    byName.computeIfAbsent(
                            frames.name().code(row), _ -> StepPatterns.FRAMES.facts(name));
            if (facts.isPresent()) {
                calls.add(
                        new Seed(
                                name,
                                facts.get(),
                                frames.thread().get(row),
                                frames.startNanos().get(row),
                                frames.endNanos(row)));
            }
        }
        return calls.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        FoundSteps.apart(StepOrigin.FRAMES, ModelSteps.outermost(calls), tree));
    }
}
