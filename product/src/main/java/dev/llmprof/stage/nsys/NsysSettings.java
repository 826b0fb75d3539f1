package dev.llmprof.stage.nsys;

import dev.llmprof.tool.Nsys;
import java.time.Duration;
import java.util.List;

/// How the nsys stage records. `labels` asks for one gated capture each and a full one;
/// `secondLook` for an ungated pass over the ranges when a gated one stays empty. With
/// `keepEnvironment` the report may hold the secrets of environment and command line.
public record NsysSettings(
        Nsys.Settings recording,
        List<String> labels,
        boolean secondLook,
        boolean keepEnvironment,
        Duration timeout) {

    public NsysSettings {
        labels = List.copyOf(labels);
    }
}
