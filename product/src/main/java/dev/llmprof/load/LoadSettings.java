package dev.llmprof.load;

import dev.llmprof.served.LoadFacts.Goals;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/// What is asked of the server, how often and for how long. With a `duration` requests are made as
/// long as it lasts, else `requests` of them; each may make `newTokens` tokens and take as long as
/// `timeout`.
public record LoadSettings(
        Arrival arrival,
        OptionalInt requests,
        Optional<Duration> duration,
        int warmup,
        PromptSource prompts,
        int newTokens,
        boolean ignoresEnd,
        Duration timeout,
        long seed,
        Goals goals) {

    /// Streams at the same time while the server is warmed up.
    int warmupStreams() {
        return arrival instanceof Arrival.ClosedLoop(int concurrency)
                ? Math.min(concurrency, warmup)
                : Math.min(4, warmup);
    }

    /// For a person, before and after.
    public String words() {
        // A replay has as many as its file.
        boolean replay = arrival instanceof Arrival.Replay;
        String how =
                duration.map(time -> "for " + seconds(time))
                        .orElseGet(() ->
                                requests.isPresent() && !replay
                                        ? requests.getAsInt() + " requests"
                                        : "");
        return arrival.words()
                + (how.isEmpty() ? "" : ", " + how)
                + "; prompts "
                + prompts.words()
                + ", "
                + newTokens
                + " new tokens each"
                + (ignoresEnd ? " whatever the model says" : " at most");
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.3f", time.toMillis() / 1e3).replaceAll("\\.?0+$", "")
                + " s";
    }
}
