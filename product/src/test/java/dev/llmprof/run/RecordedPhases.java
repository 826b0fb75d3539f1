package dev.llmprof.run;

import dev.llmprof.testing.nsight.NsysRun;
import dev.llmprof.trace.nsys.NsysKernelSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// A run of two phases whose kernels are those of recorded summaries, each as heavy as it was: a
/// summary of many steps is one step here.
final class RecordedPhases {
    private static final NsysRun.OnThread THREAD = new NsysRun.OnThread(4711, 4711);
    private static final NsysRun.Shape SHAPE = new NsysRun.Shape(1, 1, 1, 32, 1, 1);

    private final List<NsysRun.Work> work = new ArrayList<>();
    private final List<NsysRun.Call> calls = new ArrayList<>();
    private final List<NsysRun.Nvtx> nvtx = new ArrayList<>();
    private long now = 1_000;

    private RecordedPhases() {}

    static NsysRun run(Path prefill, int prefillSteps, Path decode, int decodeSteps)
            throws IOException {
        var phases = new RecordedPhases();
        phases.phase("prefill", prefill, prefillSteps);
        phases.phase("decode", decode, decodeSteps);
        return new NsysRun(phases.work, phases.calls, phases.nvtx);
    }

    private void phase(String name, Path summary, int steps) throws IOException {
        long from = now;
        for (NsysKernelSummary.Row row : NsysKernelSummary.read(summary).rows()) {
            long launches = Math.max(1, row.instances() / steps);
            for (long launch = 0; launch < launches; launch++) {
                kernel(row.name(), row.totalNanos() / steps / launches);
            }
        }
        nvtx.add(
                new NsysRun.Nvtx(
                        NsysRun.Nvtx.PUSH_POP,
                        "",
                        name,
                        true,
                        from,
                        OptionalLong.of(now),
                        THREAD,
                        Optional.empty()));
        now += 1_000;
    }

    private void kernel(String name, long nanos) {
        long correlation = 100L + calls.size();
        calls.add(new NsysRun.Call("cudaLaunchKernel_v7000", now + 10, 100, THREAD, correlation));
        work.add(
                new NsysRun.Work(
                        NsysRun.Kind.KERNEL,
                        name,
                        now + 200,
                        nanos,
                        THREAD.process(),
                        7,
                        correlation,
                        SHAPE,
                        0));
        now += 300 + nanos;
    }
}
