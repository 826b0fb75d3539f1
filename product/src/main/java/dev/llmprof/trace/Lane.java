package dev.llmprof.trace;

/// A queue of GPU work: one stream of one device. `process` and `context` are empty where the tool
/// does not tell them apart.
public record Lane(String process, String device, String context, String stream) {
    public static Lane of(String device, String stream) {
        return new Lane("", device, "", stream);
    }

    @Override
    public int hashCode() {
        return 31 * device.hashCode() + stream.hashCode();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Lane that
                && stream.equals(that.stream)
                && device.equals(that.device)
                && context.equals(that.context)
                && process.equals(that.process);
    }
}
