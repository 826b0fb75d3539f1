package dev.llmprof.testing.server;

import dev.llmprof.load.Arrival.ClosedLoop;
import dev.llmprof.load.LoadSettings;
import dev.llmprof.load.PromptSource;
import dev.llmprof.load.PromptSource.Lengths;
import dev.llmprof.served.LoadFacts.Goals;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/// Loads of short prompts and four new tokens each, after two to warm up.
public final class LoadsToTest {
    private LoadsToTest() {}

    public static LoadSettings closed(int streams, int requests) {
        return new LoadSettings(
                new ClosedLoop(streams),
                OptionalInt.of(requests),
                Optional.empty(),
                2,
                new PromptSource.Synthetic(new Lengths.Fixed(8)),
                4,
                true,
                Duration.ofSeconds(10),
                7,
                Goals.NONE);
    }
}
