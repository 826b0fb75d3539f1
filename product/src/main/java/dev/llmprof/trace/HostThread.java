package dev.llmprof.trace;

/// A thread of a process on the host.
public record HostThread(String process, String thread) {
    // Written out, as in Lane: Java makes a record's own at run time, and the first event of a
    // trace would wait for that.
    @Override
    public int hashCode() {
        return 31 * process.hashCode() + thread.hashCode();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof HostThread that
                && process.equals(that.process)
                && thread.equals(that.thread);
    }
}
