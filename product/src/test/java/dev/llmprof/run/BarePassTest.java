package dev.llmprof.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.hardware.Gpu;
import dev.llmprof.run.settings.GpuKeys;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// When a pass without a profiler runs, and what it is held against.
class BarePassTest {

    @ParameterizedTest
    @CsvSource({
        "false, capture.bare=auto",
        "true, capture.bare=on",
        "true, capture.bare=on workload=command",
        "true, pipeline.direct_inference.enable=true capture.bare=off",
        "true, pipeline.torch_profiler.enable=false pipeline.nsys.enable=true",
        "false, pipeline.torch_profiler.enable=false pipeline.nsys.enable=true capture.bare=off",
        "false, pipeline.torch_profiler.enable=false pipeline.nsys.enable=true workload=command",
        "false, run.mode=light"
    })
    void runsWhereTimesAreWantedThatNothingElseHas(boolean runs, String overrides) {
        List<String> program =
                overrides.contains("command") ? List.of("./infer") : List.<String>of();
        List<String> enabled = Composed.with(program, overrides.split(" ")).enabled();
        assertEquals(runs, enabled.contains("direct_inference"), enabled.toString());
    }

    @Test
    void aGpuOfOnesOwnNeedsNoEntryInTheCatalogue() {
        Composed composed =
                Composed.of(
                        "gpu=l4",
                        "gpu.name=mine",
                        "gpu.memory.gigabytes_per_second=600",
                        "gpu.dense_tera_per_second.bf16=7");
        Optional<Gpu> gpu = GpuKeys.named(composed.binder());
        assertEquals(Optional.of("mine"), gpu.map(Gpu::name));
        assertEquals(Optional.of(6e11), gpu.map(Gpu::memoryBytesPerSecond));
        assertEquals(Optional.of(7e12), gpu.flatMap(each -> each.dense("bf16")));
        assertEquals(List.of(), composed.problems());
    }

    @Test
    void theShippedGpusAreTheSameBothWays() {
        assertEquals(
                Optional.of(30.3e12),
                GpuKeys.named(Composed.of("gpu=l4").binder()).map(Gpu::vectorPerSecond));
        assertEquals(Optional.empty(), GpuKeys.named(Composed.of().binder()));
    }
}
