package dev.llmprof.host.check;

/// One thing the doctor looked at: its state, what it is, what its absence costs, how to mend it.
/// `costs` and `fix` are empty where all is well.
public record Finding(String name, State state, String detail, String costs, String fix) {

    /// Missing things are not there; broken ones are there and do not work.
    public enum State {
        OK,
        MISSING,
        BROKEN
    }

    static Finding ok(String name, String detail) {
        return new Finding(name, State.OK, detail, "", "");
    }

    static Finding missing(String name, String costs, String fix) {
        return new Finding(name, State.MISSING, "not found", costs, fix);
    }

    public static Finding broken(String name, String detail, String costs, String fix) {
        return new Finding(name, State.BROKEN, detail, costs, fix);
    }
}
