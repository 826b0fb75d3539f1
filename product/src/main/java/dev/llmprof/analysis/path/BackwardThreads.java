package dev.llmprof.analysis.path;

import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import java.util.BitSet;
import java.util.regex.Pattern;

/// The threads on which PyTorch computes gradients, for a thread that waits for them.
final class BackwardThreads {
    private static final Pattern GRADIENT =
            Pattern.compile("autograd::engine::.*|\\w+Backward\\d*");

    private BackwardThreads() {}

    /// By code.
    static BitSet of(HostTable host) {
        BitSet threads = new BitSet();
        BitSet asked = new BitSet();
        BitSet gradients = new BitSet();
        for (int row = 0; row < host.size(); row++) {
            if (host.kind().get(row) != HostKind.OPERATOR.code()) {
                continue;
            }
            int code = host.name().code(row);
            if (!asked.get(code)) {
                asked.set(code);
                gradients.set(code, GRADIENT.matcher(host.name().get(row)).matches());
            }
            if (gradients.get(code)) {
                threads.set(host.thread().code(row));
            }
        }
        return threads;
    }
}
