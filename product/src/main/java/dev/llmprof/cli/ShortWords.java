package dev.llmprof.cli;

import dev.llmprof.run.settings.OverrideText;
import dev.llmprof.run.stage.EngineStages;
import dev.llmprof.run.stage.NsightStages;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The overrides of daily use in a word each. One that is typed in full wins.
final class ShortWords {
    @Option(
            names = "--nsys",
            negatable = true,
            description = "With Nsight Systems: pipeline.nsys.enable=true.")
    private @Nullable Boolean nsys;

    @Option(
            names = "--ncu",
            negatable = true,
            description = "With Nsight Compute: pipeline.ncu.enable=true.")
    private @Nullable Boolean ncu;

    @Option(
            names = "--torch",
            negatable = true,
            description = {
                "With the PyTorch profiler, as by default:",
                "pipeline.torch_profiler.enable=true."
            })
    private @Nullable Boolean torch;

    @Option(
            names = "--model",
            paramLabel = "MODEL",
            description = "A preset, model=MODEL, or a folder, model.path=MODEL.")
    private @Nullable String model;

    @Option(
            names = "--gpu",
            paramLabel = "GPU",
            description = "The GPU whose peaks results are compared with: gpu=GPU.")
    private @Nullable String gpu;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = {
                "The run directory: hydra.run.dir=DIR;",
                "of a sweep: hydra.sweep.dir=DIR."
            })
    private @Nullable Path out;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "Its name in tmp/runs, or in DIR of --out.")
    private @Nullable String name;

    List<String> overrides(boolean sweep) {
        List<String> words = new ArrayList<>();
        stage(words, NsightStages.NSYS, nsys);
        stage(words, NsightStages.NCU, ncu);
        stage(words, EngineStages.TORCH, torch);
        if (model != null) {
            boolean folder = model.contains("/") || Files.isDirectory(Path.of(model));
            words.add((folder ? "model.path=" : "model=") + OverrideText.text(model));
        }
        if (gpu != null) {
            words.add("gpu=" + OverrideText.text(gpu));
        }
        directory(words, sweep ? "hydra.sweep.dir=" : "hydra.run.dir=");
        return words;
    }

    private static void stage(List<String> words, String stage, @Nullable Boolean on) {
        if (on != null) {
            words.add("pipeline." + stage + ".enable=" + on);
        }
    }

    private void directory(List<String> words, String key) {
        if (name != null) {
            Path parent = out == null ? Path.of("tmp", "runs") : out;
            words.add(key + OverrideText.text(parent.resolve(name).toString()));
        } else if (out != null) {
            words.add(key + OverrideText.text(out.toString()));
        }
    }
}
