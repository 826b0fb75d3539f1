package dev.llmprof.stage.nsys;

import dev.llmprof.stage.workload.EngineSettings;
import dev.llmprof.stage.workload.PythonHook;
import dev.llmprof.stage.workload.Workload;
import dev.llmprof.tool.Nsys;
import dev.llmprof.tool.Nsys.Capture;

/// Whose ranges a gate waits for: those of the hook, whose first occurrence may go by another name;
/// the engine's, which come after its warm-up; or the program's own.
record PhaseMarks(boolean hooked, boolean warmedUp) {

    static PhaseMarks of(Workload workload) {
        return new PhaseMarks(
                !(workload instanceof Workload.Builtin)
                        && workload.surroundings().marks().isPresent(),
                workload instanceof Workload.Builtin builtin
                        && builtin.orders() instanceof EngineSettings orders
                        && orders.profiler().warmupRounds() > 0);
    }

    Occurrence occurrence(Nsys.Capture capture) {
        if (!(capture instanceof Capture.Nvtx(String range))) {
            return Occurrence.FIRST;
        }
        String name = range.replaceFirst("@.*", "");
        if (name.equals(PythonHook.WINDOW)) {
            return Occurrence.WINDOW;
        }
        boolean second = hooked && PythonHook.PHASES.contains(name);
        return second ? Occurrence.SECOND : warmedUp ? Occurrence.WARM : Occurrence.FIRST;
    }
}
