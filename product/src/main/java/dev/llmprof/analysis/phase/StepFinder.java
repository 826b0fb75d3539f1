package dev.llmprof.analysis.phase;

import dev.llmprof.analysis.breakdown.Projections;
import dev.llmprof.analysis.event.HostTree;
import dev.llmprof.analysis.phase.Steps.EngineStep;
import dev.llmprof.analysis.phase.Steps.Phase;
import dev.llmprof.analysis.phase.Steps.Step;
import dev.llmprof.table.Rows;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Recognises steps by the names that profilers and serving engines give them.
public final class StepFinder {
    private static final Pattern PROFILER = Pattern.compile("ProfilerStep#\\d+");
    private static final Pattern VLLM =
            Pattern.compile(
                    "execute_(?:\\d+_)?context_(\\d+)(?:\\(.*?\\))?_generation_(\\d+)(?:\\(.*?\\))?.*");
    private static final Pattern SGLANG = Pattern.compile("step\\[(EXTEND|DECODE|MIXED)\\b.*");
    private static final Pattern PLAIN = Pattern.compile("(prefill|decode)(?:\\[.*\\])?");

    private StepFinder() {}

    /// What a range's name says about its phase, and in whose words.
    record Named(String style, Phase phase) {}

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
            Optional<Named> named = named(name);
            plain[host.name().code(row)] = !marked && named.isEmpty();
            if (marked) {
                profiler.add(new Step(name, start, nanos, projections.of(row)));
            }
            named.ifPresent(step ->
                    engine.add(
                            new EngineStep(
                                    name,
                                    step.style(),
                                    step.phase(),
                                    start,
                                    nanos,
                                    projections.of(row))));
        }
        return new Steps(profiler, engine);
    }

    static Optional<Named> named(String name) {
        Matcher vllm = VLLM.matcher(name);
        if (vllm.matches()) {
            boolean prefill = !vllm.group(1).matches("0+");
            boolean decode = !vllm.group(2).matches("0+");
            return Optional.of(new Named("vllm", phase(prefill, decode)));
        }
        Matcher sglang = SGLANG.matcher(name);
        if (sglang.matches()) {
            return Optional.of(
                    new Named(
                            "sglang",
                            switch (sglang.group(1)) {
                                case "EXTEND" -> Phase.PREFILL;
                                case "DECODE" -> Phase.DECODE;
                                default -> Phase.MIXED;
                            }));
        }
        Matcher plain = PLAIN.matcher(name);
        if (plain.matches()) {
            Phase phase = plain.group(1).equals("prefill") ? Phase.PREFILL : Phase.DECODE;
            return Optional.of(new Named("plain", phase));
        }
        return Optional.empty();
    }

    private static Phase phase(boolean prefill, boolean decode) {
        if (prefill && !decode) {
            return Phase.PREFILL;
        }
        return decode && !prefill ? Phase.DECODE : Phase.MIXED;
    }
}
