package dev.llmprof.engine.profile;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Ranges for everyone who looks: NVTX for nsys and ncu, annotations for the trace, and the clock,
/// which waits for the device at both ends.
public final class Marks implements Ranges {
    private final Optional<Nvtx> nvtx;
    private final boolean traced;
    private final Runnable synchronise;
    private final Map<String, Long> nanos = new HashMap<>();

    public Marks(Optional<Nvtx> nvtx, boolean traced, Runnable synchronise) {
        this.nvtx = nvtx;
        this.traced = traced;
        this.synchronise = synchronise;
    }

    public long nanos(String name) {
        return nanos.getOrDefault(name, 0L);
    }

    /// A range over many requests, for who is gated on it; nothing of it is on the clock.
    public void open(String name) {
        synchronise.run();
        nvtx.ifPresent(tool -> tool.push(Nvtx.Domain.DEFAULT, name));
    }

    public void close() {
        synchronise.run();
        nvtx.ifPresent(tool -> tool.pop(Nvtx.Domain.DEFAULT));
    }

    @Override
    public <T> T within(String name, Supplier<T> work) {
        synchronise.run();
        nvtx.ifPresent(tool -> tool.push(Nvtx.Domain.DEFAULT, name));
        // What the annotation costs is a cost of recording, so it is on the clock.
        long start = System.nanoTime();
        Optional<UserAnnotation> annotation =
                traced ? Optional.of(UserAnnotation.open(name)) : Optional.empty();
        try {
            T result = work.get();
            synchronise.run();
            return result;
        } finally {
            annotation.ifPresent(UserAnnotation::close);
            nanos.merge(name, System.nanoTime() - start, Long::sum);
            nvtx.ifPresent(tool -> tool.pop(Nvtx.Domain.DEFAULT));
        }
    }
}
