package dev.llmprof.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Entry points and task names of earlier versions, as toggles.
public final class OldEntries {
    private static final List<String> STAGE_1 = toggles(true, false, true, false, false);
    private static final List<String> STAGE_1_NO_STATIC = toggles(false, false, true, false, false);
    private static final List<String> STAGE_2 = toggles(false, false, false, true, true);
    private static final List<String> DIRECT = toggles(false, true, false, false, false);
    private static final List<String> ALL = toggles(true, false, true, true, true);

    private OldEntries() {}

    public static Map<String, List<String>> all() {
        Map<String, List<String>> entries = new LinkedHashMap<>();
        entries.put("llm-profile-runner", STAGE_1);
        entries.put("deep-profile-runner", STAGE_2);
        entries.put("direct-inference-runner", DIRECT);
        entries.put("stage1-run", STAGE_1);
        entries.put("stage1-run-no-static", STAGE_1_NO_STATIC);
        entries.put("stage2-profile", STAGE_2);
        entries.put("stage-all-run", ALL);
        return entries;
    }

    private static List<String> toggles(
            boolean statics, boolean direct, boolean torch, boolean nsys, boolean ncu) {
        return List.of(
                "pipeline.static_analysis.enable=" + statics,
                "pipeline.direct_inference.enable=" + direct,
                "pipeline.torch_profiler.enable=" + torch,
                "pipeline.nsys.enable=" + nsys,
                "pipeline.ncu.enable=" + ncu);
    }
}
