package dev.llmprof.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.app.PluginLists;
import dev.llmprof.host.check.Examination;
import dev.llmprof.host.check.Finding;
import dev.llmprof.host.check.Finding.State;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.testing.RealTool;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The doctor on this very machine, with its tools and without them.
class ThisMachineIT {

    @Test
    void findsTheRealNsysAndItsImporter() {
        RealTool.nsys();

        Map<String, Finding> findings = examine(System.getenv());

        assertEquals(State.OK, findings.getOrDefault("nsys", gone()).state());
        assertEquals(State.OK, findings.getOrDefault("nsys import", gone()).state());
        assertTrue(findings.getOrDefault("nsys", gone()).detail().matches("\\d{4}\\.\\d+\\..*"));
    }

    @Test
    void findsTheRealNcu() {
        RealTool.ncu();

        assertEquals(State.OK, examine(System.getenv()).getOrDefault("ncu", gone()).state());
    }

    @Test
    void missesWhatIsNotOnThePath(@TempDir Path empty) {
        Map<String, Finding> findings = examine(Map.of("PATH", empty.toString()));

        for (String name : List.of("nsys", "nsys import", "ncu", "gpu", "python torch")) {
            assertEquals(State.MISSING, findings.getOrDefault(name, gone()).state(), name);
        }
    }

    private static Map<String, Finding> examine(Map<String, String> environment) {
        var machine =
                new ThisMachine(new SystemProcesses(environment), environment, Optional::empty);
        Map<String, Finding> findings = new HashMap<>();
        Examination.of(machine, "25", PluginLists.SHIPPED.checks())
                .forEach(f -> findings.put(f.name(), f));
        return findings;
    }

    private static Finding gone() {
        return Finding.broken("gone", "", "", "");
    }
}
