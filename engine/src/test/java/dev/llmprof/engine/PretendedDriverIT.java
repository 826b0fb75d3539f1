package dev.llmprof.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.llmprof.process.Command;
import dev.llmprof.process.Ended;
import dev.llmprof.process.SystemProcesses;
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
    private static final String PRETEND =
            """
            set -e
            mount -t tmpfs tmpfs /proc/driver
            mkdir -p /proc/driver/nvidia/gpus/0000:01:00.0
            echo 'NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.65.06  Sun Jul 27 2025' >/proc/driver/nvidia/version
            echo 'Model:           NVIDIA GeForce RTX 3090' >/proc/driver/nvidia/gpus/0000:01:00.0/information
            exec "$@"
            """;

    @TempDir private Path directory;

    @BeforeAll
    static void mayPretend() {
        var answer =
                new SystemProcesses(System.getenv())
                        .ask(Command.of(pretending("true")), Duration.ofMinutes(1));
        assumeTrue(
                answer.ended() instanceof Ended.Exited(int code, _) && code == 0,
                "skipped: no driver can be mounted in /proc here: " + answer.errors());
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
                new ArrayList<>(
                        pretending(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "--enable-native-access=ALL-UNNAMED",
                                "-Dllmprof.engine.home=" + HOME,
                                "-cp",
                                Path.of("../product/target/llmprof.jar").toString(),
                                "dev.llmprof.app.Main",
                                command,
                                "hydra.run.dir=" + directory.resolve("run")));
        argv.addAll(List.of(overrides));
        return new ProcessBuilder(argv)
                .redirectOutput(directory.resolve("out.txt").toFile())
                .redirectError(directory.resolve("err.txt").toFile())
                .start()
                .waitFor();
    }

    private static List<String> pretending(String... argv) {
        List<String> all = new ArrayList<>(List.of("unshare", "-m", "sh", "-c", PRETEND, "sh"));
        all.addAll(List.of(argv));
        return all;
    }

    private String errors() {
        try {
            return Files.readString(directory.resolve("err.txt"));
        } catch (IOException e) {
            return e.toString();
        }
    }
}
