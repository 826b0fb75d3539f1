package dev.llmprof.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Entry points and task names of earlier versions, as toggles.
public final class OldEntries {
    private static final Set<String> STAGE_1 = Set.of("static_analysis", "torch_profiler");
    private static final Set<String> STAGE_2 = Set.of("nsys", "ncu");

    private OldEntries() {}

    /// The stages that each turns on; all others it turns off.
    public static Map<String, Set<String>> all() {
        Map<String, Set<String>> entries = new LinkedHashMap<>();
        entries.put("llm-profile-runner", STAGE_1);
        entries.put("deep-profile-runner", STAGE_2);
        entries.put("direct-inference-runner", Set.of("direct_inference"));
        entries.put("stage1-run", STAGE_1);
        entries.put("stage1-run-no-static", Set.of("torch_profiler"));
        entries.put("stage2-profile", STAGE_2);
        entries.put("stage-all-run", Set.of("static_analysis", "torch_profiler", "nsys", "ncu"));
        return entries;
    }

    public static List<String> toggles(List<String> stages, Set<String> on) {
        return stages.stream()
                .map(stage -> "pipeline." + stage + ".enable=" + on.contains(stage))
                .toList();
    }
}
