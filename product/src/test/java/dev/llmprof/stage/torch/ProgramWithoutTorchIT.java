package dev.llmprof.stage.torch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.pipeline.Outcome;
import dev.llmprof.stage.HookedRun;
import dev.llmprof.stage.workload.Workload;
import dev.llmprof.stage.workload.Workload.Surroundings;
import dev.llmprof.testing.RealTool;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Programs that the hook finds nothing in, with no PyTorch on the machine either.
class ProgramWithoutTorchIT {
    @TempDir private Path run;

    @Test
    void saysThatAProgramWithoutTorchGivesNoTrace() {
        Outcome outcome = hooked(RealTool.python().toString(), "-c", "print('hello')");
        assertEquals(
                "no trace: no process of the command imported torch",
                outcome.problemsMet().getFirst().what());
        assertEquals(
                "start Python without -I, -E and -S, and keep it in the foreground: what a program"
                        + " leaves running is ended with it; or"
                        + " pipeline.torch_profiler.enable=false for programs without PyTorch",
                outcome.problemsMet().getFirst().fix());
    }

    @Test
    void aProgramThatIsNoPythonIsNoFailure() {
        assertEquals(
                new Outcome.Skipped("no process of the command imported torch"),
                hooked("sh", "-c", "exit 0"));
    }

    private Outcome hooked(String... argv) {
        return HookedRun.in(run)
                .of(
                        new Workload.Command(
                                List.of(argv), new Surroundings(Map.of(), Optional.empty())));
    }
}
