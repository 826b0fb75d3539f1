package dev.llmprof.testing.kineto;

/// Something a thread did. Others are named by their place in the recording, and [#NONE] is nobody:
/// `parent` is the operator, range or call around this one, `frame` the Python module around it.
public record HostEvent(
        Kind kind,
        String name,
        long thread,
        long startNanos,
        long endNanos,
        int parent,
        int frame,
        Phase phase,
        long externalId,
        long correlation,
        String shapes,
        String kernel) {
    static final int NONE = -1;

    public enum Kind {
        OPERATOR,
        RANGE,
        RUNTIME_CALL,
        DRIVER_CALL,
        FRAME;

        boolean isCall() {
            return this == RUNTIME_CALL || this == DRIVER_CALL;
        }
    }

    /// The innermost step of a serving engine that this is in; `marked` on the step itself.
    record Phase(String name, String style, boolean marked) {
        static final Phase OUTSIDE = new Phase("", "", false);

        Phase within() {
            return new Phase(name, style, false);
        }
    }

    public long nanos() {
        return endNanos - startNanos;
    }

    HostEvent ending(long atNanos) {
        return new HostEvent(
                kind,
                name,
                thread,
                startNanos,
                atNanos,
                parent,
                frame,
                phase,
                externalId,
                correlation,
                shapes,
                kernel);
    }
}
