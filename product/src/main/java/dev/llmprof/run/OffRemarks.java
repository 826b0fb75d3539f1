package dev.llmprof.run;

import dev.llmprof.pipeline.Step;
import dev.llmprof.tool.Ncu;
import dev.llmprof.tool.Nsys;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Says beside a profiler that is off whether it could be on.
final class OffRemarks {
    private static final Set<String> PROFILERS = Set.of(Nsys.PROGRAM, Ncu.PROGRAM);

    private OffRemarks() {}

    static List<Step> with(List<Step> steps, Map<String, String> versions, boolean driverHere) {
        return steps.stream().map(step -> with(step, versions, driverHere)).toList();
    }

    private static Step with(Step step, Map<String, String> versions, boolean driverHere) {
        String name = step.stage().name();
        return step.off()
                .filter(_ -> PROFILERS.contains(name))
                .map(off -> Step.off(step.stage(), off + remark(name, versions, driverHere)))
                .orElse(step);
    }

    private static String remark(String name, Map<String, String> versions, boolean driverHere) {
        if (!versions.containsKey(name)) {
            return " (" + name + " is not installed)";
        }
        return name.equals(Ncu.PROGRAM) && !driverHere
                ? " (no GPU found)"
                : " (found " + versions.get(name) + ")";
    }
}
