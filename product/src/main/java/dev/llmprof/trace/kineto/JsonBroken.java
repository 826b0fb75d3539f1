package dev.llmprof.trace.kineto;

import java.io.IOException;

/// The text is not JSON from here on, or ends too early. It only steers the reader, so it carries
/// no stack trace.
final class JsonBroken extends Exception {
    private JsonBroken(String message) {
        super(message, null, false, false);
    }

    static JsonBroken here() {
        return new JsonBroken("not JSON");
    }

    static JsonBroken end() {
        return new JsonBroken("ends early");
    }

    /// A stream's own words for why it broke.
    static String said(IOException broken) {
        return broken.getMessage() == null ? broken.toString() : broken.getMessage();
    }
}
