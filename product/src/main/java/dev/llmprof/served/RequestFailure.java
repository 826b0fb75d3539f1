package dev.llmprof.served;

import dev.llmprof.secret.Secrets;
import java.util.Locale;

/// Why a request has no whole answer. A server may say the key that it refuses: not here.
public record RequestFailure(Kind kind, String text) {
    public RequestFailure {
        text = Secrets.hide(text);
    }

    /// What went wrong, as a table groups it.
    public enum Kind {
        /// No connection, or none that was answered.
        CONNECTION,
        /// Another status than 200.
        STATUS,
        /// The stream ended before the answer did.
        BROKEN,
        /// No end within `load.timeout`.
        TIMEOUT,
        /// What came is no stream of an answer, or says that it failed.
        ANSWER,
        /// The load was ended while it ran: no fault of the server's.
        STOPPED;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// What differs between requests, as how far a stream had come, is left out.
    public String reason() {
        return switch (kind) {
            case BROKEN -> "broken stream";
            case TIMEOUT, STATUS, ANSWER, CONNECTION -> text;
            case STOPPED -> "stopped";
        };
    }

    /// The server no longer answers, or seems so.
    public boolean silent() {
        return kind == Kind.CONNECTION || kind == Kind.TIMEOUT;
    }
}
