package dev.llmprof.console;

/// What the process tells its caller. CI jobs read these, so they never change meaning.
public final class ExitCode {
    public static final int OK = 0;
    public static final int STAGE_FAILED = 1;
    public static final int WRONG_INPUT = 2;
    public static final int OUR_FAULT = 3;
    public static final int REGRESSION = 4;
    public static final int INCONCLUSIVE = 5;
    public static final int NOT_COMPARABLE = 6;
    public static final int INTERRUPTED = 130;

    private ExitCode() {}
}
