package dev.llmprof.analysis.phase;

import dev.llmprof.analysis.breakdown.Projections;
import dev.llmprof.analysis.event.HostTree;
import dev.llmprof.analysis.phase.Steps.EngineStep;
import dev.llmprof.analysis.phase.Steps.Step;
import dev.llmprof.table.Rows;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Recognises steps by the names that profilers and serving engines give them.
public final class StepFinder {
    private static final Pattern PROFILER = Pattern.compile("ProfilerStep#\\d+");

    private StepFinder() {}

    public static Steps of(HostTree tree, Projections projections) {
        HostTable host = tree.host();
        int[] ranges =
                Rows.sorted(
                        Rows.where(
                                host.size(), row -> host.kind().get(row) == HostKind.RANGE.code()),
                        (left, right) ->
                                Long.compare(
                                        host.startNanos().get(left), host.startNanos().get(right)));
        List<Step> profiler = new ArrayList<>();
        List<EngineStep> engine = new ArrayList<>();
        boolean[] plain = new boolean[host.name().symbols().size()];
        for (int row : ranges) {
            if (plain[host.name().code(row)]) {
                continue;
            }
            String name = host.name().get(row);
            long start = host.startNanos().get(row);
            long nanos = host.durationNanos().get(row);
            boolean marked = PROFILER.matcher(name).matches();
            Optional<StepFacts> named = named(name);
            plain[host.name().code(row)] = !marked && named.isEmpty();
            if (marked) {
                profiler.add(new Step(name, start, nanos, projections.of(row)));
            }
            named.ifPresent(step ->
                    engine.add(new EngineStep(name, step, start, nanos, projections.of(row))));
        }
        return new Steps(profiler, engine);
    }

    /// Graph captures serve nobody.
    static Optional<StepFacts> named(String name) {
        return StepFacts.of(name)
                .filter(facts -> facts.kind() != StepKind.CAPTURE)
                .filter(facts -> facts.kind() != StepKind.UNKNOWN);
    }
}
