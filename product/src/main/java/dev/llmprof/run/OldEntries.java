package dev.llmprof.run;

import dev.llmprof.run.stage.StageDefinition;
import java.util.List;

/// Entry points and task names of earlier versions, as toggles. Each stage says which turned it on.
public final class OldEntries {
    /// By hand, so that a command starts without all stages.
    public static final List<String> NAMES =
            List.of(
                    "llm-profile-runner",
                    "deep-profile-runner",
                    "direct-inference-runner",
                    "stage1-run",
                    "stage1-run-no-static",
                    "stage2-profile",
                    "stage-all-run");

    private OldEntries() {}

    /// The stages that an entry does not turn on it turns off.
    public static List<String> toggles(String entry, List<StageDefinition> stages) {
        return stages.stream()
                .map(stage ->
                        "pipeline."
                                + stage.name()
                                + ".enable="
                                + stage.habits().oldEntries().contains(entry))
                .toList();
    }
}
