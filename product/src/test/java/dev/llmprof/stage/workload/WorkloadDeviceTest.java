package dev.llmprof.stage.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class WorkloadDeviceTest {

    @Test
    void showsTheProgramOnlyTheChosenGpu() {
        WorkloadDevice device = WorkloadDevice.of("cuda:2", Map.of());

        assertEquals("cuda:0", device.inside());
        assertEquals(Map.of("CUDA_VISIBLE_DEVICES", "2"), device.environment());
    }

    @Test
    void countsWithinTheGpusThatAreAlreadyChosen() {
        assertEquals(
                Map.of("CUDA_VISIBLE_DEVICES", "7"),
                WorkloadDevice.of("cuda:1", Map.of("CUDA_VISIBLE_DEVICES", "5,7")).environment());
    }

    @Test
    void leavesTheCpuAlone() {
        WorkloadDevice device = WorkloadDevice.of("cpu", Map.of());

        assertEquals("cpu", device.inside());
        assertEquals(Map.of(), device.environment());
    }
}
