package dev.llmprof.run;

import dev.llmprof.host.HostTool;
import dev.llmprof.pipeline.Step;
import dev.llmprof.run.stage.StageDefinition;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Says beside a stage that is off whether the tools for it are here.
record OffRemarks(List<StageDefinition> stages, Map<String, String> versions, boolean driverHere) {
    List<Step> with(List<Step> steps) {
        return steps.stream().map(this::with).toList();
    }

    private Step with(Step step) {
        return step.off()
                .map(off -> Step.off(step.stage(), off + remark(tools(step.stage().name()))))
                .orElse(step);
    }

    private List<HostTool> tools(String name) {
        return stages.stream()
                .filter(stage -> stage.name().equals(name))
                .flatMap(stage -> stage.tools().stream())
                .toList();
    }

    private String remark(List<HostTool> tools) {
        if (tools.isEmpty()) {
            return "";
        }
        Optional<String> missing =
                tools.stream()
                        .map(HostTool::program)
                        .filter(program -> !versions.containsKey(program))
                        .findFirst();
        if (missing.isPresent()) {
            return " (" + missing.get() + " is not installed)";
        }
        return tools.stream().anyMatch(HostTool::needsGpu) && !driverHere
                ? " (no GPU found)"
                : tools.stream()
                        .map(tool -> versions.get(tool.program()))
                        .collect(Collectors.joining(", ", " (found ", ")"));
    }
}
