package dev.llmprof.run.settings;

import dev.llmprof.config.bind.InRange;
import dev.llmprof.config.bind.Key;
import java.util.Optional;

/// `run` as it is written.
public record RunKeys(
        Mode mode,
        @Key("top_n_kernels") @InRange(min = 1) int topKernels,
        @InRange(min = 1) Optional<Integer> representativeMaxNewTokens) {

    public enum Mode {
        LIGHT,
        DEEP
    }
}
