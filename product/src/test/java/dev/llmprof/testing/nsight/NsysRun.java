package dev.llmprof.testing.nsight;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// A run as nsys sees it: what the GPUs did, which calls asked for it, which NVTX events there
/// were. Times are nanoseconds since the session began.
public record NsysRun(List<Work> work, List<Call> calls, List<Nvtx> nvtx) {
    public NsysRun {
        work = List.copyOf(work);
        calls = List.copyOf(calls);
        nvtx = List.copyOf(nvtx);
    }

    /// A thread, and the numbers nsys makes of it.
    public record OnThread(int process, int thread) {
        long globalPid() {
            return 1L << 48 | (long) process << 24;
        }

        long globalTid() {
            return globalPid() | thread;
        }
    }

    public enum Kind {
        KERNEL,
        COPY,
        SET
    }

    public record Shape(int gridX, int gridY, int gridZ, int blockX, int blockY, int blockZ) {}

    /// `correlation` is counted in each process anew, as CUPTI does.
    public record Work(
            Kind kind,
            String name,
            long start,
            long nanos,
            int process,
            int stream,
            long correlation,
            Shape shape,
            long bytes) {
        public long end() {
            return start + nanos;
        }
    }

    public record Call(String name, long start, long nanos, OnThread thread, long correlation) {
        public long end() {
            return start + nanos;
        }
    }

    /// `type` is nsys's: 59 push/pop, 60 start/end, 34 a mark, 75 a domain's name. A registered
    /// string stands among the export's strings, another in the row itself.
    public record Nvtx(
            int type,
            String domain,
            String text,
            boolean registered,
            long start,
            OptionalLong end,
            OnThread thread,
            Optional<OnThread> endThread) {
        public static final int MARK = 34;
        public static final int PUSH_POP = 59;
        public static final int START_END = 60;
        public static final int DOMAIN = 75;

        public boolean isRange() {
            return type == PUSH_POP || type == START_END;
        }

        public String style() {
            return type == PUSH_POP ? "PushPop" : "StartEnd";
        }

        public String fullName() {
            return domain.isEmpty() ? text : domain + ":" + text;
        }
    }

    public List<Work> kernels() {
        return of(Kind.KERNEL);
    }

    public List<Work> of(Kind kind) {
        return work.stream().filter(one -> one.kind() == kind).toList();
    }

    /// What that call set off.
    public List<Work> after(Call call) {
        return work.stream()
                .filter(one ->
                        one.process() == call.thread().process()
                                && one.correlation() == call.correlation())
                .toList();
    }

    /// Where a range ends; one that was never closed ends with the last NVTX event.
    public long end(Nvtx range) {
        return range.end()
                .orElseGet(() ->
                        nvtx.stream()
                                .mapToLong(one -> one.end().orElse(one.start()))
                                .max()
                                .orElseThrow());
    }

    /// The number of the row that an export gives it.
    public long row(Nvtx event) {
        return nvtx.indexOf(event) + 1L;
    }

    public Nvtx at(long row) {
        return nvtx.get((int) row - 1);
    }

    public List<Nvtx> ranges() {
        List<Nvtx> ranges = new ArrayList<>(nvtx);
        ranges.removeIf(event -> !event.isRange());
        return ranges;
    }
}
