package dev.llmprof.testing.kineto;

/// Something a GPU did, with the call that launched it and the operator it belongs to, both by
/// their place among the host's events or [HostEvent#NONE].
public record GpuEvent(
        Work work,
        long startNanos,
        long endNanos,
        int call,
        int operator,
        long correlation,
        long externalId,
        long node) {

    public enum Kind {
        KERNEL,
        COPY,
        SET
    }

    /// What the time is spent on, which is not always what the category says.
    public enum Purpose {
        COMPUTATION,
        COMMUNICATION,
        COPY
    }

    /// What is launched, wherever and whenever it runs.
    public record Work(Kind kind, Purpose purpose, String name, Lane lane, long nanos, long bytes) {
        public static Work kernel(String name, Lane lane, long nanos) {
            return new Work(Kind.KERNEL, Purpose.COMPUTATION, name, lane, nanos, 0);
        }

        public static Work collective(String name, Lane lane, long nanos) {
            return new Work(Kind.KERNEL, Purpose.COMMUNICATION, name, lane, nanos, 0);
        }

        /// A copy that ROCm makes with a kernel.
        public static Work copyKernel(String name, Lane lane, long nanos) {
            return new Work(Kind.KERNEL, Purpose.COPY, name, lane, nanos, 0);
        }

        public static Work copy(String direction, Lane lane, long nanos, long bytes) {
            String name = "Memcpy " + direction;
            return new Work(Kind.COPY, Purpose.COPY, name, lane, nanos, bytes);
        }

        public static Work set(Lane lane, long nanos, long bytes) {
            return new Work(Kind.SET, Purpose.COMPUTATION, "Memset (Device)", lane, nanos, bytes);
        }

        Work lasting(long otherNanos) {
            return new Work(kind, purpose, name, lane, otherNanos, bytes);
        }
    }

    public long nanos() {
        return endNanos - startNanos;
    }

    String name() {
        return work.name();
    }
}
