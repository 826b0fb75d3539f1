package dev.llmprof.analysis.lint;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.capture.TraceSigns;
import dev.llmprof.analysis.phase.StepOrigin;
import dev.llmprof.trace.Reading;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What was recorded, what was not, and what else was going on.
final class RecordingLints {
    private static final double MUCH = .05;
    private static final double MOST = .5;
    private static final int MANY = 100;
    private static final Set<String> ABOUT_PYTHON =
            Set.of("python_function", "overhead", "cpu_instant_event");

    private RecordingLints() {}

    static List<LintFinding> of(Capture capture) {
        var evidence = Evidence.of(capture);
        if (capture.origin().tool().equals("pytorch")) {
            pytorch(evidence, capture);
        }
        boolean marked =
                !capture.marked().ranges().rows().isEmpty()
                        || capture.marked().times().origin() != StepOrigin.NONE;
        evidence.add(
                !marked && capture.events() > 0,
                LintRule.NO_ANNOTATIONS,
                "no range, no step, no phase among %,d events",
                capture.events());
        capture.unknownDevices().stream()
                .limit(1)
                .forEach(name ->
                        evidence.add(true, LintRule.UNKNOWN_DEVICE, "the device is '%s'", name));
        others(evidence, capture.signs());
        return evidence.found();
    }

    private static void pytorch(Evidence evidence, Capture capture) {
        var operators = capture.host().operatorsByShape();
        boolean shapes =
                operators.rows().stream()
                        .anyMatch(row -> row.inputShapes().chars().anyMatch(Character::isDigit));
        evidence.add(
                operators.calls() > 0 && !shapes,
                LintRule.NO_SHAPES,
                "none of %,d calls of operators has any",
                operators.calls());
        Reading reading = capture.origin().reading();
        long python = reading.byCategory().getOrDefault("python_function", 0L);
        evidence.add(
                operators.calls() > 0 && python == 0,
                LintRule.NO_STACKS,
                "no Python function among %,d events",
                reading.events());
        long about =
                reading.byCategory().entrySet().stream()
                        .filter(each -> ABOUT_PYTHON.contains(each.getKey()))
                        .mapToLong(Map.Entry::getValue)
                        .sum();
        double share = Evidence.share(about, reading.events());
        evidence.add(
                share > MOST && reading.events() > MANY,
                LintRule.HEAVY_RECORDING,
                "%.0f %% of %,d events",
                100 * share,
                reading.events());
    }

    private static void others(Evidence evidence, TraceSigns signs) {
        double compiling = Evidence.share(signs.compiling().nanos(), signs.spanNanos());
        evidence.add(
                compiling > MUCH,
                LintRule.COMPILATION,
                "%,d times, %s of host time in a window of %s",
                signs.compiling().events(),
                Evidence.time(signs.compiling().nanos()),
                Evidence.time(signs.spanNanos()));
        evidence.add(
                signs.profilers() > 0,
                LintRule.NESTED_PROFILER,
                "%,d calls of another profiler's functions",
                signs.profilers());
    }
}
