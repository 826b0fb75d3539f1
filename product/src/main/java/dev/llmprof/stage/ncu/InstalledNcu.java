package dev.llmprof.stage.ncu;

import dev.llmprof.process.Processes;
import java.util.Optional;

/// The ncu of this machine, asked once: together the questions take seconds.
public final class InstalledNcu {
    private final Processes processes;
    private Optional<NcuTool.Found> found = Optional.empty();

    public InstalledNcu(Processes processes) {
        this.processes = processes;
    }

    NcuTool.Found get() {
        found = Optional.of(found.orElseGet(() -> NcuTool.find(processes)));
        return found.get();
    }
}
