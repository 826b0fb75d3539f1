package dev.llmprof.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.process.SystemProcesses;
import dev.llmprof.testing.PretendedDriver;
import dev.llmprof.tool.Engine;
import dev.llmprof.tool.EngineBuild;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// llmprof as it is packaged on a machine that says it has NVIDIA's driver and a GPU, but whose
/// libtorch is for the CPU. What the driver shows in `/proc` is mounted in a namespace of its own,
/// which needs root.
class PretendedDriverIT {
    private static final Path HOME = Path.of("target").toAbsolutePath();
    private static final String REMARK =
            "  cpu: NVIDIA GeForce RTX 3090 is here, but the engine's libtorch is for the CPU;"
                    + " llmprof engine --cuda gets the one for CUDA\n";
    private static final PretendedDriver BOX = new PretendedDriver("NVIDIA GeForce RTX 3090");

    @TempDir private Path directory;

    @BeforeAll
    static void mayPretend() {
        BOX.needed();
    }

    @Test
    void theDefaultRunPassesOnTheCpuAndSaysOnceHowToGetCuda() throws Exception {
        assertEquals(0, llmprof("run"), this::errors);

        assertTrue(errors().lines().findFirst().orElse("").endsWith(" · cpu"), errors());
        assertEquals(2, errors().split(REMARK, -1).length, errors());
        assertTrue(Files.isRegularFile(directory.resolve("run/report.html")));
    }

    @Test
    void inferPassesToo() throws Exception {
        assertEquals(
                0,
                llmprof(
                        "infer",
                        "model.preprocess.base_size=256",
                        "model.preprocess.image_size=160",
                        "dataset.pages=1"),
                this::errors);

        assertTrue(errors().startsWith(REMARK.strip()), errors());
    }

    @Test
    void aGpuByNameIsRefusedBeforeAnythingStarts() throws Exception {
        assertEquals(2, llmprof("run", "device=cuda:0"));

        assertEquals(
                """
                error: cuda:0 was asked for, but the engine's libtorch is for the CPU
                  at   override 'device=cuda:0'
                  fix  llmprof engine --cuda   or   device=cpu
                """,
                errors());
        assertFalse(Files.exists(directory.resolve("run")));
    }

    @Test
    void theEngineItselfSaysThatItIsForTheCpu() {
        List<String> launcher =
                Engine.launcher(Path.of(System.getProperty("java.home")), HOME, Optional.empty());
        String answer =
                new SystemProcesses(System.getenv())
                        .ask(Engine.about(launcher), Duration.ofMinutes(5))
                        .output();

        EngineBuild build = EngineBuild.of(answer).orElseThrow();
        assertEquals(new EngineBuild(build.torch(), false, false, 0), build);
    }

    private int llmprof(String command, String... overrides)
            throws IOException, InterruptedException {
        List<String> argv =
                new ArrayList<>(BOX.around(EngineJvm.packedLlmprof().toArray(String[]::new)));
        argv.addAll(List.of(command, "hydra.run.dir=" + directory.resolve("run")));
        argv.addAll(List.of(overrides));
        return new ProcessBuilder(argv)
                .redirectOutput(directory.resolve("out.txt").toFile())
                .redirectError(directory.resolve("err.txt").toFile())
                .start()
                .waitFor();
    }

    private String errors() {
        try {
            return Files.readString(directory.resolve("err.txt"));
        } catch (IOException e) {
            return e.toString();
        }
    }
}
