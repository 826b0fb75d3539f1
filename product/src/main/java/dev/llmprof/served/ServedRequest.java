package dev.llmprof.served;

import dev.llmprof.table.LongColumn;
import java.util.Optional;
import java.util.OptionalLong;

/// One request as its client saw it. Times are nanoseconds from the load's begin; `tokenNanos` has
/// one for each piece of text that came, and `endNanos` is when the last part of the answer came.
/// Tokens are as the server counted them; where it did not, the pieces are counted.
public record ServedRequest(
        int number,
        long dueNanos,
        long sentNanos,
        LongColumn tokenNanos,
        long endNanos,
        OptionalLong promptTokens,
        long newTokens,
        boolean countedByServer,
        Optional<RequestFailure> failure) {

    public boolean answered() {
        return failure.isEmpty() && tokenNanos.size() > 0;
    }

    /// Neither answered nor cut off by us.
    public boolean failed() {
        return failure.filter(each -> each.kind() != RequestFailure.Kind.STOPPED).isPresent();
    }

    /// Whether it counts: one that we cut off says nothing of the server.
    public boolean counts() {
        return answered() || failed();
    }

    /// From when it was due: a server that makes its clients wait must not look fast.
    public long firstTokenNanos() {
        return tokenNanos.get(0) - dueNanos;
    }

    public long endToEndNanos() {
        return endNanos - dueNanos;
    }

    /// What each token after the first took; empty where there is none.
    public OptionalLong perTokenNanos() {
        return newTokens < 2 || tokenNanos.size() == 0
                ? OptionalLong.empty()
                : OptionalLong.of((endNanos - tokenNanos.get(0)) / (newTokens - 1));
    }

    /// The longest wait between two pieces.
    public long longestGapNanos() {
        long longest = 0;
        for (int at = 1; at < tokenNanos.size(); at++) {
            longest = Math.max(longest, tokenNanos.get(at) - tokenNanos.get(at - 1));
        }
        return longest;
    }
}
