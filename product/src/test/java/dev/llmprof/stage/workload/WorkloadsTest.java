package dev.llmprof.stage.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.llmprof.stage.workload.Workload.Purpose;
import dev.llmprof.stage.workload.Workload.Surroundings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkloadsTest {
    private static final Surroundings HERE = new Surroundings(Map.of(), Optional.empty());
    private static final Path RUN = Path.of("/runs/1");

    @Test
    void passesSettingsToAPythonModuleInTheirOrderAndSwitchesItsProfilersOff() {
        assertEquals(
                List.of(
                        "python3",
                        "-m",
                        "llm_perf_opt.runners.llm_profile_runner",
                        "model.path=/models/ocr",
                        "model.dtype=bf16",
                        "dataset.root=/data",
                        "dataset.subset_filelist=dev-20.txt",
                        "dataset.fallback_patterns=[images/*.png]",
                        "device=cuda:0",
                        "infer.temperature=0.0",
                        "infer.max_new_tokens=8192",
                        "pipeline.torch_profiler.enable=false",
                        "pipeline.static_analysis.enable=false",
                        "pipeline.torch_profiler.output.visualization.enable=false",
                        "dataset.sampling.num_epochs=2",
                        "dataset.sampling.num_samples_per_epoch=null",
                        "dataset.sampling.randomize=true",
                        "hydra.run.dir=/runs/1/tmp/workload",
                        "hydra.job.chdir=true"),
                Workloads.command(module(Optional.empty()), Purpose.NSYS, RUN).argv());
    }

    @Test
    void takesTheRepresentativeNumberOfTokensUnderNsightOnly() {
        Workload workload = module(Optional.of("64"));

        assertEquals("infer.max_new_tokens=64", tokens(workload, Purpose.NCU));
        assertEquals("infer.max_new_tokens=8192", tokens(workload, Purpose.TORCH));
    }

    @Test
    void neverSendsAGroupOverride() {
        List<String> argv = Workloads.command(module(Optional.empty()), Purpose.NCU, RUN).argv();

        assertFalse(argv.stream().anyMatch(word -> word.startsWith("dataset/sampling")));
    }

    @Test
    void writesTheEnginesSettingsBeforeItIsStarted(@TempDir Path run) throws IOException {
        var builtin =
                new Workload.Builtin(
                        List.of("java", "dev.llmprof.engine.Main"),
                        (purpose, _) -> "{\"purpose\": \"" + purpose + "\"}",
                        HERE);

        Workloads.prepare(builtin, Purpose.NSYS, run);

        Path settings = run.resolve("tmp/workload/settings.json");
        assertEquals("{\"purpose\": \"NSYS\"}", Files.readString(settings));
        assertEquals(
                List.of("java", "dev.llmprof.engine.Main", settings.toString()),
                Workloads.command(builtin, Purpose.NSYS, run).argv());
    }

    @Test
    void takesACommandAsItIs() {
        var command =
                new Workload.Command(
                        List.of("./infer", "a b"),
                        new Surroundings(Map.of("X", "1"), Optional.of(Path.of("/work"))));

        var started = Workloads.command(command, Purpose.PLAIN, RUN);

        assertEquals(List.of("./infer", "a b"), started.argv());
        assertEquals(Map.of("X", "1"), started.environment());
        assertEquals(Optional.of(Path.of("/work")), started.directory());
    }

    private static String tokens(Workload workload, Purpose purpose) {
        return Workloads.command(workload, purpose, RUN).argv().stream()
                .filter(word -> word.startsWith("infer.max_new_tokens="))
                .findFirst()
                .orElseThrow();
    }

    private static Workload module(Optional<String> representative) {
        var infer = new LinkedHashMap<String, String>();
        infer.put("temperature", "0.0");
        infer.put("max_new_tokens", "8192");
        var sampling = new LinkedHashMap<String, String>();
        sampling.put("num_epochs", "2");
        sampling.put("num_samples_per_epoch", "null");
        sampling.put("randomize", "true");
        var overrides =
                new ModuleOverrides(
                        Optional.of("/models/ocr"),
                        new LinkedHashMap<>(Map.of("dtype", "bf16")),
                        Optional.of("/data"),
                        Optional.of("dev-20.txt"),
                        Optional.of("[images/*.png]"),
                        "cuda:0",
                        infer,
                        representative,
                        sampling);
        return new Workload.PythonModule(
                "python3", "llm_perf_opt.runners.llm_profile_runner", overrides, HERE);
    }
}
