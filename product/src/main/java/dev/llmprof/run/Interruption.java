package dev.llmprof.run;

import dev.llmprof.console.Console;
import dev.llmprof.console.ExitCode;
import dev.llmprof.process.InterruptSignals;
import dev.llmprof.process.SystemProcesses;

/// What Ctrl-C does to a run. The first asks the running program to end, and the run says what is
/// there; the second kills it and leaves the reports out. Once no stage runs there is nothing to
/// save, and one is enough.
final class Interruption {
    private final SystemProcesses processes;
    private final Console console;
    private int signals;
    private boolean stagesAreOver;

    private Interruption(SystemProcesses processes, Console console) {
        this.processes = processes;
        this.console = console;
    }

    static Interruption of(SystemProcesses processes, Console console) {
        var interruption = new Interruption(processes, console);
        InterruptSignals.call(interruption::signalled);
        return interruption;
    }

    /// From here on nothing runs but ourselves. True when the user does not want to wait.
    synchronized boolean stagesAreOver() {
        stagesAreOver = true;
        return signals > 1;
    }

    private synchronized void signalled() {
        signals++;
        boolean nothingToWaitFor = signals > 1 && !processes.busy();
        if (stagesAreOver || nothingToWaitFor || signals > 2) {
            console.err().println();
            console.err().flush();
            // Not exit: that would wait for whoever is at work. The guards end what still runs.
            Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
        }
        processes.interrupt();
    }
}
