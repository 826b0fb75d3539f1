package dev.llmprof.trace;

/// What a file's bytes say cannot be; the reader that knows what was whole before turns it into a
/// problem.
final class Broken extends RuntimeException {
    private final String what;

    Broken(String what) {
        super(what, null, false, false);
        this.what = what;
    }

    String what() {
        return what;
    }
}
