package dev.llmprof.trace;

/// What a file's bytes say cannot be; the reader that knows what was whole before turns it into a
/// problem.
public final class Broken extends RuntimeException {
    private final String what;

    public Broken(String what) {
        super(what, null, false, false);
        this.what = what;
    }

    public String what() {
        return what;
    }
}
