package dev.llmprof.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EngineBuildTest {
    @Test
    void theEnginesAnswerIsRead() {
        assertEquals(
                Optional.of(new EngineBuild("2.10.0-1.5.13", true, true, 2)),
                EngineBuild.of(
                        "torch 2.10.0-1.5.13\nbuilt_for cuda\nloaded_cuda true\ndevices 2\n"));
    }

    @Test
    void whatOthersPrintBesideItIsPassedOver() {
        assertEquals(
                Optional.of(new EngineBuild("2.10.0-1.5.13", false, false, 0)),
                EngineBuild.of(
                        """
                        [warning][cds] no archive

                        torch 2.10.0-1.5.13
                        built_for cpu
                        loaded_cuda false
                        devices 0
                        """));
    }

    @Test
    void noAnswerIsNoBuild() {
        assertEquals(Optional.empty(), EngineBuild.of("Segmentation fault\n"));
    }

    @Test
    void aBuildIsNamedByVersionAndKind() {
        assertEquals(
                "libtorch 2.10.0 for the CPU",
                new EngineBuild("2.10.0-1.5.13", false, false, 0).toString());
    }

    @Test
    void theNativesForCudaReplaceThoseForTheCpuOnTheClassPath() {
        List<String> cpu = Engine.launcher(Path.of("/jdk"), Path.of("/e"), Optional.empty());
        List<String> cuda =
                Engine.launcher(Path.of("/jdk"), Path.of("/e"), Optional.of(Path.of("/c/gpu.jar")));

        assertEquals("/e/llmprof-engine.jar:/e/torch/*", cpu.get(cpu.indexOf("-cp") + 1));
        assertEquals("/e/llmprof-engine.jar:/c/gpu.jar", cuda.get(cuda.indexOf("-cp") + 1));
        assertEquals(Optional.of(Path.of("/e/llmprof-engine.jar")), Engine.jar(cuda));
    }
}
