package dev.llmprof.analysis.phase;

import dev.llmprof.analysis.kernel.KernelCategories;
import dev.llmprof.analysis.kernel.KernelCategory;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import java.util.regex.Pattern;

/// What a trace shows of its program: a training loop replays graphs and calls language models too,
/// and a picture model knows no tokens.
record InferenceSigns(boolean training, boolean generating) {
    private static final Pattern TRAINING =
            Pattern.compile(
                    ".*Backward\\d*|Optimizer\\..*|autograd::engine.*|.*[a-z]Backward\\b.*");
    private static final Pattern CACHE =
            Pattern.compile(
                    "(?i).*(paged|kv_?cache|kvcache|reshape_and_cache|batchdecode|decode_att|split_?kv|gemv|mul_mat_vec|mmha|xqa).*");

    static InferenceSigns of(GpuTable gpu, HostTable host) {
        boolean[] names = seen(host);
        boolean training = false;
        for (int code = 0; code < names.length && !training; code++) {
            training = names[code] && TRAINING.matcher(host.name().symbols().text(code)).matches();
        }
        return new InferenceSigns(training, generating(gpu));
    }

    private static boolean[] seen(HostTable host) {
        boolean[] seen = new boolean[host.name().symbols().size()];
        for (int row = 0; row < host.size(); row++) {
            HostKind kind = host.kindOf(row);
            seen[host.name().code(row)] |= kind == HostKind.OPERATOR || kind == HostKind.RANGE;
        }
        return seen;
    }

    /// A cache that is read, or attention without any convolution.
    private static boolean generating(GpuTable gpu) {
        boolean[] seen = new boolean[gpu.name().symbols().size()];
        boolean attention = false;
        boolean convolution = false;
        for (int row = 0; row < gpu.size(); row++) {
            int code = gpu.name().code(row);
            if (seen[code]) {
                continue;
            }
            seen[code] = true;
            String name = gpu.name().get(row);
            if (CACHE.matcher(name).matches()) {
                return true;
            }
            KernelCategory category = KernelCategories.of(name);
            attention |= category == KernelCategory.ATTENTION;
            convolution |= category == KernelCategory.CONVOLUTION;
        }
        return attention && !convolution;
    }
}
