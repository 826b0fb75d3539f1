package dev.llmprof.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.app.Wiring;
import dev.llmprof.console.Console;
import dev.llmprof.problem.Problem;
import dev.llmprof.run.RunRequest.Source;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A configuration tree of an earlier version is refused with what each key is called now.
class OldTreeTest {
    private static final Path CONF = Path.of("../conf");

    @TempDir private Path directory;

    @Test
    void everyProblemNamesTheNewKey() throws IOException {
        copy();
        Files.writeString(
                directory.resolve("config.yaml"),
                """
                defaults:
                  - dataset: synthetic
                  - model/tiny/arch@model: tiny.default
                  - model/tiny/infer@infer: tiny.default
                  - profiling/torch@pipeline.torch_profiler: torch-profiler.default
                  - profiling/nsys@pipeline.nsys: nsys.default
                  - profiling/ncu@pipeline.ncu: ncu.default
                  - _self_
                run: {mode: deep, device: cpu, repeats: 3, dataset_subset_filelist: null, top_n_kernels: 30}
                artifacts:
                  runs_dir: ${hydra:runtime.cwd}/tmp/runs
                pipeline:
                  static_analysis: {enable: true, write_reports: true, use_analytic_fallback: true, use_synthetic_inputs: true}
                  torch_profiler: {enable: true}
                  nsys: {enable: false, gating_nvtx: true}
                  ncu: {enable: false, gating_nvtx: true, set: roofline, nvtx_include: decode*, csv: true}
                hydra: {run: {dir: '${artifacts.runs_dir}'}, output_subdir: null, job: {chdir: true}}
                """);

        assertEquals(
                """
                run.device is not a known key: it is now device
                run.repeats is not a known key: it is now dataset.sampling.num_samples_per_epoch
                run.dataset_subset_filelist is not a known key: it is now dataset.subset_filelist
                workload is missing: - workload: builtin   in the defaults of config.yaml
                device is missing: device: auto   in config.yaml, in place of run.device
                pipeline.direct_inference is missing: pipeline.direct_inference.enable: false   in config.yaml, and in its defaults
                - output/direct@pipeline.direct_inference.output: default
                pipeline.torch_profiler.output is missing: - output/torch@pipeline.torch_profiler.output: default   in the defaults of config.yaml
                pipeline.ncu.set is not a known key: it is now pipeline.ncu.ncu_cli.set
                pipeline.ncu.nvtx_include is not a known key: it is now pipeline.ncu.ncu_cli.nvtx.include
                pipeline.ncu.csv is not a known key: it is now pipeline.ncu.ncu_cli.export.csv\
                """,
                said());
    }

    private String said() {
        var quiet = new PrintStream(PrintStream.nullOutputStream());
        var console = Console.of(quiet, quiet, Map.of(), Console.Volume.NORMAL);
        var runs = new Runs(console, Map.of(), Wiring.stages(), Wiring.launchers(), List.of());
        var asked =
                new RunRequest(
                        List.of(),
                        List.of(),
                        new Source(Optional.of(directory), Optional.empty(), Optional.empty()),
                        Optional.empty(),
                        true,
                        false,
                        false);
        var found = Assertions.assertThrows(Problem.Found.class, () -> runs.run(asked));
        return found.problems().stream()
                .map(problem -> problem.what() + ": " + problem.fix())
                .collect(Collectors.joining("\n"));
    }

    private void copy() throws IOException {
        try (var files = Files.walk(CONF)) {
            for (Path file : files.toList()) {
                Path target = directory.resolve(CONF.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }
}
