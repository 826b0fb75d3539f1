package dev.llmprof.stage.torch;

import dev.llmprof.stage.workload.HookResults;
import dev.llmprof.stage.workload.RankFiles;
import java.nio.file.Path;
import java.util.List;

/// What a stage makes of summaries that the hook, or whoever wrote over them, has left.
public final class DamagedHook {
    private DamagedHook() {}

    /// Leaves `results.json` in `scratch` and `ranks.json` in `directory`.
    public static void harvest(Path scratch, Path directory) {
        HookHarvest.collect(scratch, directory);
        HookHarvest.notes(scratch);
        HookResults.write(scratch);
        RankFiles.write(scratch, directory, List.of(directory.resolve("trace.json.gz")));
    }
}
