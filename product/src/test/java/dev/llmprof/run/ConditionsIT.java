package dev.llmprof.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.stage.FakeTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A whole run beside an nvidia-smi that replays a hot GPU, however it ends.
class ConditionsIT {
    private static final String NVIDIA_SMI =
            """
            case "$*" in
            --query-gpu=name,*) echo 'NVIDIA H100 80GB HBM3, 580.65.06, 81559 MiB, GPU-1'; exit ;;
            --help-query-gpu) for f in timestamp index power.draw clocks.current.sm clocks.max.sm temperature.gpu utilization.gpu clocks_event_reasons.active; do echo "\\"$f\\""; done; exit ;;
            --query-gpu=*-lms*) ;;
            *) exit 0 ;;
            esac
            echo $$ >'HERE/pid'
            echo 'timestamp, index, power.draw [W], clocks.current.sm [MHz], clocks.max.sm [MHz], temperature.gpu, utilization.gpu [%], clocks_event_reasons.active'
            while :; do
                echo "$(date -u '+%Y/%m/%d %H:%M:%S.%3N'), 0, 350.00, 1200, 1980, 92, 99, 0x0000000000000040"
                sleep 0.05
            done
            """;

    @TempDir private Path directory;

    @Test
    void aHotGpuIsSampledToldAndInTheTables() throws Exception {
        Llmprof llmprof = start("i=0; while [ $i -lt 25 ]; do sleep 0.1; i=$((i+1)); done");

        assertEquals(0, llmprof.exit(), llmprof.errors());
        assertFalse(isAlive());
        JsonNode metrics =
                new JsonMapper().readTree(Files.readString(directory.resolve("run/metrics.json")));
        List<String> ids = metrics.path("lint").findValuesAsText("id");
        assertTrue(ids.contains("throttled") && ids.contains("capped-clock"), ids::toString);
        JsonNode gpu = metrics.at("/conditions/phases/1");
        assertEquals("gpu 0", gpu.path("device").asText(), metrics::toString);
        assertEquals(
                350 * gpu.path("seconds").asDouble(),
                gpu.path("energy_j").asDouble(),
                gpu.path("energy_uncertainty_j").asDouble() + 350);
        assertTrue(Files.exists(directory.resolve("run/tables/conditions.parquet")));
        String report = Files.readString(directory.resolve("run/report.md"));
        assertTrue(report.contains("slowed down by heat"), report);
    }

    @Test
    void anInterruptedRunEndsItAndKeepsTheSamples() throws Exception {
        Llmprof llmprof = start("while :; do sleep 0.1; done");
        llmprof.await(() -> directory.resolve("pid").toFile().length() > 0);

        llmprof.interrupt();

        assertEquals(130, llmprof.exit(), llmprof.errors());
        assertFalse(isAlive());
        assertTrue(Files.exists(directory.resolve("run/conditions/host.csv")));
    }

    @Test
    void aKilledRunLeavesNothingRunning() throws Exception {
        Llmprof llmprof = start("while :; do sleep 0.1; done");
        llmprof.await(() -> directory.resolve("pid").toFile().length() > 0);

        llmprof.process().destroyForcibly().waitFor();

        for (int i = 0; i < 1500 && isAlive(); i++) {
            Thread.sleep(20);
        }
        assertFalse(isAlive());
        assertTrue(Files.exists(directory.resolve("run/conditions/host.csv")));
    }

    /// One that has ended and that nobody has asked after is not alive.
    private boolean isAlive() throws IOException {
        String pid = Files.readString(directory.resolve("pid")).strip();
        try {
            String stat = Files.readString(Path.of("/proc", pid, "stat"));
            return !stat.substring(stat.lastIndexOf(')')).startsWith(") Z");
        } catch (NoSuchFileException _) {
            return false;
        }
    }

    private Llmprof start(String program) throws IOException {
        FakeTool.environment(
                directory, "nvidia-smi", NVIDIA_SMI.replace("HERE", directory.toString()));
        List<String> words =
                Llmprof.words(
                        directory.resolve("run"),
                        "direct_inference",
                        List.of(),
                        "sh",
                        "-c",
                        program);
        return Llmprof.start(
                directory,
                List.of(
                        "env",
                        "PATH=" + directory.resolve("bin") + ":/usr/bin:/bin",
                        "XDG_CACHE_HOME=" + directory.resolve("cache")),
                words);
    }
}
