package dev.llmprof.config.compose;

import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.error.Kind;
import dev.llmprof.config.override.ParsedOverride;
import dev.llmprof.config.override.Sweep;
import dev.llmprof.config.source.Request;
import java.util.List;

/// Where sweeps may stand.
public final class SweepRules {

    private SweepRules() {}

    public static void check(List<ParsedOverride> overrides, Request.Mode mode) {
        for (ParsedOverride override : overrides) {
            if (override.isSweep()) {
                check(override, mode);
            }
        }
    }

    private static void check(ParsedOverride override, Request.Mode mode) {
        String input = override.input();
        if (mode == Request.Mode.MULTIRUN) {
            if (override.isHydra()) {
                throw new ConfigError(
                        Kind.SWEEP_OVER_HYDRA,
                        "Sweeping over Hydra's configuration is not supported : '" + input + "'",
                        override.origin(),
                        "");
            }
            return;
        }
        if (override.value().orElseThrow() instanceof Sweep.Choice choice && choice.simple()) {
            String values = input.substring(input.indexOf('=') + 1);
            String key = override.markedKey();
            throw new ConfigError(
                    Kind.AMBIGUOUS_VALUE,
                    "Ambiguous value for argument '"
                            + input
                            + "'\n1. To use it as a list, use "
                            + key
                            + "=["
                            + values
                            + "]\n2. To use it as string, quote the value: \""
                            + key
                            + "='"
                            + values
                            + "'\"\n3. To sweep over it, add --multirun to your command line",
                    override.origin(),
                    "");
        }
        throw new ConfigError(
                Kind.SWEEP_REQUIRES_MULTIRUN,
                "Sweep parameters '" + input + "' requires --multirun",
                override.origin(),
                "add --multirun (-m)");
    }
}
