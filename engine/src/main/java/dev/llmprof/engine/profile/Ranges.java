package dev.llmprof.engine.profile;

import java.util.function.Supplier;

/// Names stretches of the work: for nsys, for the trace, and for the clock.
public interface Ranges {

    <T> T within(String name, Supplier<T> work);

    Ranges NONE =
            new Ranges() {
                @Override
                public <T> T within(String name, Supplier<T> work) {
                    return work.get();
                }
            };
}
