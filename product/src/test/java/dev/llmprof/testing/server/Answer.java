package dev.llmprof.testing.server;

/// How the server of the tests answers a request: so many tokens, the first after some time, then
/// one after each gap, and how it ends.
public record Answer(int firstMillis, int gapMillis, int tokens, Ending ending, int endingAt) {

    public enum Ending {
        /// With a finish reason, its own count of tokens, and `[DONE]`.
        WHOLE,
        /// By closing, with nothing after the last token.
        CLOSED,
        /// The connection is reset after `endingAt` tokens.
        RESET,
        /// Nothing more comes after `endingAt` tokens.
        STALLED,
        /// An error as an event after `endingAt` tokens.
        ERROR_EVENT,
        /// `endingAt` is the status.
        STATUS,
        /// All at once, as if no stream had been asked for.
        UNSTREAMED,
        /// Whole, and the connection is closed when nobody expects it.
        CLOSED_BEHIND,
        /// The whole server dies after `endingAt` tokens.
        DEATH
    }

    public static Answer exact(int firstMillis, int gapMillis, int tokens) {
        return new Answer(firstMillis, gapMillis, tokens, Ending.WHOLE, 0);
    }

    public static Answer status(int code) {
        return new Answer(0, 0, 0, Ending.STATUS, code);
    }

    public Answer ending(Ending how, int at) {
        return new Answer(firstMillis, gapMillis, tokens, how, at);
    }
}
