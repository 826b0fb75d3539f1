package dev.llmprof.stage.conditions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.pipeline.Artifact;
import dev.llmprof.pipeline.BesideStage;
import dev.llmprof.pipeline.Outcome;
import dev.llmprof.pipeline.Workspace;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.stage.FakeTool;
import dev.llmprof.trace.conditions.SampleFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConditionsStageTest {
    /// What a driver of 2025 answers, cut down; the series replays over and over.
    private static final String NVIDIA_SMI =
            """
            case "$*" in
            --query-gpu=name,*) echo 'NVIDIA H100 80GB HBM3, 580.65.06, 81559 MiB, GPU-1'; exit ;;
            --help-query-gpu) echo '"timestamp"'; echo '"index"'; echo '"power.draw"'; echo '"clocks.current.sm" or "clocks.sm"'; echo '"clocks_event_reasons.active"'; exit ;;
            --query-compute-apps*) echo '4711, 1024, other/server'; exit ;;
            esac
            echo $$ >'HERE/pid'
            echo "$*" >'HERE/argv'
            echo 'timestamp, index, power.draw [W], clocks.current.sm [MHz], clocks_event_reasons.active'
            while :; do
                echo '2026/11/17 02:00:00.000, 0, 250.50, 1410, 0x0000000000000004'
                sleep 0.05
            done
            """;

    @TempDir private Path directory;

    @Test
    void itSamplesUntilItIsEndedAndLeavesNothingRunning() throws Exception {
        BesideStage.Recording recording = start(NVIDIA_SMI);
        await(directory.resolve("conditions/gpu.csv"), 3);
        await(directory.resolve("conditions/host.csv"), 4);
        var pid = ProcessHandle.of(Long.parseLong(text("pid").strip())).orElseThrow();
        assertTrue(pid.isAlive());

        Outcome outcome = recording.end();

        assertFalse(pid.isAlive());
        assertEquals(
                List.of("conditions.host", "conditions.gpu", "conditions.strangers"),
                assertInstanceOf(Outcome.Done.class, outcome).artifacts().stream()
                        .map(Artifact::kind)
                        .toList());
        assertEquals(
                "--query-gpu=timestamp,index,power.draw,clocks.current.sm,clocks_event_reasons.active"
                        + " --format=csv,nounits -lms 50\n",
                text("argv"));
        assertEquals(
                250.5,
                SampleFiles.gpus(directory.resolve("conditions/gpu.csv"))
                        .getFirst()
                        .watts()
                        .getAsDouble());
        assertEquals(
                List.of("other/server"),
                SampleFiles.strangers(directory.resolve("conditions/strangers.csv")));
    }

    @Test
    void anNvidiaSmiThatGivesUpIsToldAndTheHostIsThere() throws Exception {
        BesideStage.Recording recording =
                start(
                        """
                        case "$*" in
                        --query-gpu=name,*) echo 'NVIDIA H100 80GB HBM3, 580.65.06, 81559 MiB, GPU-1'; exit ;;
                        --help-query-gpu) echo '"index"'; exit ;;
                        esac
                        echo 'Unable to determine the device handle: GPU is lost'; exit 15
                        """);
        await(directory.resolve("conditions/gpu.csv"), 1);
        await(directory.resolve("conditions/host.csv"), 3);

        var degraded = assertInstanceOf(Outcome.Degraded.class, recording.end());

        assertTrue(
                degraded.problems().getFirst().what().startsWith("the GPUs were not sampled"),
                degraded.problems()::toString);
        assertEquals(
                "Unable to determine the device handle: GPU is lost",
                degraded.problems().getFirst().fix());
    }

    @Test
    void withoutAGpuOnlyTheHostIsLookedAt() throws Exception {
        BesideStage.Recording recording =
                start("case $* in --help*) echo '\"index\"' ;; *) echo no driver; exit 9 ;; esac");
        await(directory.resolve("conditions/host.csv"), 3);

        assertEquals(
                List.of("conditions.host"),
                assertInstanceOf(Outcome.Done.class, recording.end()).artifacts().stream()
                        .map(Artifact::kind)
                        .toList());
        assertTrue(SampleFiles.host(directory.resolve("conditions/host.csv")).size() >= 2);
    }

    private BesideStage.Recording start(String script) throws IOException {
        SystemProcesses processes =
                FakeTool.processes(
                        directory, "nvidia-smi", script.replace("HERE", directory.toString()));
        Path own = Files.createDirectories(directory.resolve("conditions"));
        var stage = new ConditionsStage(new ConditionsSettings(Duration.ofMillis(50)), processes);
        return stage.start(
                new Workspace(directory, own, processes, InstantSource.system(), List.of()));
    }

    private String text(String name) throws IOException {
        return Files.readString(directory.resolve(name));
    }

    private static void await(Path file, int lines) throws Exception {
        while (!Files.exists(file) || Files.readString(file).lines().count() < lines) {
            Thread.sleep(10);
        }
    }
}
