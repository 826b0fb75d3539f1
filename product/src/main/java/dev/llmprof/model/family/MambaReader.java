package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.shape.Mixer;
import dev.llmprof.model.shape.Mixer.Recurrent;
import dev.llmprof.model.shape.Mixer.Recurrent.Kernel;
import dev.llmprof.model.shape.Mixer.Recurrent.Width;
import dev.llmprof.model.shape.Operator.Norm.Kind;
import java.util.ArrayList;
import java.util.List;

/// State-space layers of the first and the second kind.
final class MambaReader {
    private MambaReader() {}

    /// The selective scan does nine FLOPs for each element of its state: three to make the decay
    /// and the input, three to apply and add them, three to read. Jamba has norms on the time step
    /// and both inputs, Falcon the same without weights.
    static Mixer first(ModelConfig config, Family family, Sizes sizes, long hidden) {
        config.ignore("use_mamba_kernels", "use_associative_scan", "use_mambapy", "mixer_rms_eps");
        long expanded = hidden * config.whole(2, "mamba_expand", "expand");
        long inner = family.isStateOnly() ? sizes.or("inner", expanded) : expanded;
        long state = config.whole(16, "mamba_d_state", "state_size");
        long kernel = config.whole(4, "mamba_d_conv", "conv_kernel");
        long rank = config.whole(Math.ceilDiv(hidden, 16), "mamba_dt_rank", "time_step_rank");
        boolean bias = config.flag("mamba_proj_bias", false) || config.flag("use_bias", false);
        List<Width> norms = new ArrayList<>();
        family.word("mamba_norms=")
                .flatMap(NormWords::kind)
                .ifPresent(kind -> norms.add(new Width("norms", rank + 2 * state, 1, kind)));
        return new Recurrent(
                "mamba",
                List.of(
                        StateReader.out("in_proj", hidden, 2 * inner, bias),
                        StateReader.in("x_proj", inner, rank + 2 * state, false),
                        StateReader.out("dt_proj", rank, inner, true),
                        StateReader.in("out_proj", inner, hidden, bias)),
                norms,
                new Kernel(inner, kernel, kernelBias(config)),
                inner * state + inner,
                inner * (state + kernel),
                9 * inner * state);
    }

    /// A decay for each head, not for each element: one FLOP to apply it, two to write and two to
    /// read.
    static Mixer second(ModelConfig config, Family family, long hidden) {
        config.ignore("use_mamba_kernels", "mamba_chunk_size", "mamba_norm_before_gate");
        long heads = config.whole(128, "mamba_n_heads", "mamba_num_heads", "num_heads");
        long expanded = hidden * config.whole(2, "mamba_expand", "expand");
        long width =
                family.isStateOnly()
                        ? config.whole(64, "head_dim")
                        : config.whole(expanded / heads, "mamba_d_head", "mamba_head_dim");
        long inner = config.whole(heads * width, "mamba_d_ssm");
        long groups = config.whole(1, "mamba_n_groups", "n_groups");
        long state = config.whole(128, "mamba_d_state", "ssm_state_size", "state_size");
        long kernel = config.whole(4, "mamba_d_conv", "conv_kernel");
        boolean bias =
                family.word("mamba_bias=")
                        .map(key -> config.flag(key, false))
                        .orElseGet(() ->
                                config.flag("mamba_proj_bias", false)
                                        || config.flag("use_bias", false));
        long channels = inner + 2 * groups * state;
        boolean normed = config.flag("mamba_rms_norm", true);
        return new Recurrent(
                "mamba",
                List.of(
                        StateReader.out("in_proj", hidden, inner + channels + heads, bias),
                        StateReader.in(
                                "out_proj", inner, hidden, config.flag("projectors_bias", bias))),
                normed ? List.of(new Width("norm", inner, 1, Kind.RMS)) : List.of(),
                new Kernel(channels, kernel, kernelBias(config)),
                3 * heads,
                inner * state + channels * kernel,
                5 * inner * state);
    }

    private static boolean kernelBias(ModelConfig config) {
        return config.flag("mamba_conv_bias", true) && config.flag("use_conv_bias", true);
    }
}
