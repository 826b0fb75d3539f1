package dev.llmprof.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.llmprof.app.Wiring;
import dev.llmprof.console.Console;
import dev.llmprof.pipeline.Artifact;
import dev.llmprof.pipeline.AtomicFile;
import dev.llmprof.pipeline.Manifest;
import dev.llmprof.pipeline.ManifestFile;
import dev.llmprof.pipeline.Outcome;
import dev.llmprof.pipeline.Probe;
import dev.llmprof.pipeline.Stage;
import dev.llmprof.pipeline.Workspace;
import dev.llmprof.run.RunRequest.Source;
import dev.llmprof.run.settings.StageKeys;
import dev.llmprof.run.stage.StageDefinition;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A profiler that did not exist when the pipeline was written.
class ExtraStageTest {
    @TempDir private Path directory;

    private record Keys(boolean enable, int hertz) implements StageKeys {}

    private record Sampler(int hertz) implements Stage {
        @Override
        public String name() {
            return "nvml";
        }

        @Override
        public Probe probe() {
            return new Probe.Ready("nvml", List.of());
        }

        @Override
        public Outcome run(Workspace workspace) {
            Path file = workspace.directory().resolve("power.csv");
            AtomicFile.write(file, hertz + "\n");
            return new Outcome.Done(List.of(new Artifact("nvml.power", file)));
        }
    }

    @Test
    void isOneMoreToggleUnderPipeline() throws Exception {
        assertEquals(0, run("+pipeline.nvml.enable=true", "+pipeline.nvml.hertz=10"));

        assertEquals("10\n", Files.readString(directory.resolve("run/nvml/power.csv")));
        Manifest manifest = ManifestFile.read(directory.resolve("run"));
        assertEquals(
                "nvml/power.csv",
                manifest.stage("nvml").orElseThrow().artifacts().getFirst().path());
    }

    @Test
    void isOffByItsOwnKey() {
        assertEquals(0, run("+pipeline.nvml.enable=false", "+pipeline.nvml.hertz=10"));

        assertFalse(Files.exists(directory.resolve("run/nvml")));
    }

    private int run(String... overrides) {
        List<StageDefinition> stages = new ArrayList<>(Wiring.stages());
        stages.add(
                StageDefinition.of(
                        "nvml", Keys.class, (keys, _) -> Optional.of(new Sampler(keys.hertz()))));
        var words = new ArrayList<>(List.of(overrides));
        words.add("hydra.run.dir=" + directory.resolve("run"));
        words.add("pipeline.static_analysis.enable=false");
        words.add("pipeline.torch_profiler.enable=false");
        var nowhere = new PrintStream(OutputStream.nullOutputStream());
        var console = Console.of(nowhere, nowhere, Map.of(), Console.Volume.NORMAL);
        return new Runs(console, System.getenv(), stages, List.of(), List.of())
                .run(
                        new RunRequest(
                                words,
                                List.of("true"),
                                Source.SHIPPED,
                                Optional.empty(),
                                false,
                                false,
                                false));
    }
}
