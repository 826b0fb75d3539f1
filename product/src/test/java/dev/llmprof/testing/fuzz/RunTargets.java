package dev.llmprof.testing.fuzz;

import dev.llmprof.analysis.cost.StaticAnalyses;
import dev.llmprof.app.PluginLists;
import dev.llmprof.app.TypedWords;
import dev.llmprof.cli.analyze.CaptureProgress;
import dev.llmprof.console.ExitCode;
import dev.llmprof.hardware.ShippedGpus;
import dev.llmprof.model.Presets;
import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.shape.Precision;
import dev.llmprof.model.shape.Request;
import dev.llmprof.pipeline.ManifestFile;
import dev.llmprof.problem.Problem;
import dev.llmprof.report.ReportFiles;
import dev.llmprof.report.page.PageFiles;
import dev.llmprof.report.paper.StaticComputeJson;
import dev.llmprof.study.RunStudy;
import dev.llmprof.study.Study;
import dev.llmprof.study.StudyGoal;
import dev.llmprof.study.StudyRequest;
import dev.llmprof.study.StudyResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// What a run leaves and others read: its manifest, and the data of its report.
final class RunTargets {
    private static final Damage TEXT =
            Damage.oneOf(TextDamage.JSON, TextDamage.JSON, ByteDamage.ANY);
    static final String MANIFEST =
            """
            {"schema": 1, "llmprof": "0.1.0", "started": "2026-11-15T14:22:33Z",
             "ended": "2026-11-15T14:22:42.5Z", "command": ["run", "model=llama", "--", "python", "a.py"],
             "directory": "/run", "outcome": "failed", "stages": [
             {"name": "static_analysis", "outcome": "done", "problems": [],
              "started": "2026-11-15T14:22:33Z", "ended": "2026-11-15T14:22:34Z", "commands": [],
              "artifacts": [{"path": "static_compute.json", "kind": "static.result", "bytes": 7, "sha256": "ab"}]},
             {"name": "torch_profiler", "outcome": "degraded", "reason": "no GPU",
              "problems": [{"what": "w", "at": "a", "fix": "f"}], "started": null, "ended": null,
              "commands": [{"argv": ["ncu", "--nvtx-include", "decode/"], "cwd": "/", "how": "exited", "exit": 0,
               "signal": null, "seconds": 2.5, "peak_bytes": 1000, "log": "tool.log"}],
              "artifacts": [{"path": "results.json", "kind": "workload.results", "bytes": 1, "sha256": ""},
               {"path": "metrics.json", "kind": "torch.metrics", "bytes": 1, "sha256": ""},
               {"path": "captures.json", "kind": "nsys.captures", "bytes": 1, "sha256": ""},
               {"path": "plan.json", "kind": "ncu.plan", "bytes": 1, "sha256": ""},
               {"path": "host.csv", "kind": "conditions.host", "bytes": 1, "sha256": ""},
               {"path": "gpu.csv", "kind": "conditions.gpu", "bytes": 1, "sha256": ""},
               {"path": "trace.json", "kind": "torch.trace", "bytes": 1, "sha256": ""}]}]}
            """;
    private static final String RESULTS =
            """
            {"clock":"device","model_path":"m","dtype":"bfloat16","notes":["n"],"threads":{"omp":1},
             "interrupted":false,"items":[{"image_path":"a.png","prefill_ms":63.0,"vision_ms":41.0,
             "decode_ms":1900.0,"prefill_len":273,"tokens":32,"sequences":1}],
             "images":[{"path":"a.png","bytes":7,"width":3,"height":4}]}
            """;
    private static final String CAPTURES =
            """
            [{"directory":"stage.decode","label":"decode"},{"directory":".","label":null}]
            """;
    private static final String UTILISATION =
            """
            {"utilisation":[{"phase":"decode","requests":1,"tensor_flops":1e12,"bytes":1e9,
             "measured_ns":1e9,"time_source":"trace","hardware":"H100","peak":"bf16 dense",
             "peak_flops_per_second":1e15,"bandwidth_bytes_per_second":3e12},
             {"phase":"prefill","requests":1,"tensor_flops":1e12,"bytes":1e9,
             "measured_ns":1e8,"time_source":"workload","hardware":"H100","peak":"bf16 dense",
             "peak_flops_per_second":1e15,"bandwidth_bytes_per_second":3e12}]}
            """;

    private static final String PLAN =
            """
            {"predicted_minutes": 1.5, "covered_share": 0.75, "classes": [
             {"kernel": "void k<1>(T)", "grid": "(2, 4, 1)", "block": "(128, 1, 1)", "launches": 7,
              "share": 0.5}, {"kernel": "b", "grid": "", "block": "", "launches": 1, "share": 0.25}]}
            """;

    private RunTargets() {}

    static List<FuzzTarget> all() {
        List<FuzzTarget> all = new ArrayList<>();
        all.add(manifests("runs list", RunTargets::listed));
        all.add(manifests("report of a manifest", RunTargets::reported));
        all.add(manifests("resume", RunTargets::resumed));
        all.add(data("static_compute.json", "static_compute.json", onPaper()));
        all.add(data("results.json", "results.json", RESULTS));
        all.add(data("utilisation", "metrics.json", UTILISATION));
        all.add(data("captures.json", "captures.json", CAPTURES));
        all.add(data("launch plan", "plan.json", PLAN));
        all.add(table("conditions of a host", "host.csv", KeptTargets.HOST));
        all.add(table("conditions of GPUs", "gpu.csv", KeptTargets.GPUS));
        return all;
    }

    private static FuzzTarget manifests(String name, FuzzTarget.Reading reading) {
        return new FuzzTarget(
                name,
                List.of(FuzzSeeds.text(MANIFEST)),
                TEXT,
                (bytes, folder) -> {
                    Path run = folder.resolve("runs/damaged");
                    left(run);
                    Files.write(run.resolve(ManifestFile.NAME), bytes);
                    reading.read(bytes, folder);
                });
    }

    private static FuzzTarget data(String name, String file, String whole) {
        return new FuzzTarget(
                name,
                List.of(FuzzSeeds.text(whole)),
                TEXT,
                (bytes, folder) -> reportedWith(file, bytes, folder));
    }

    private static FuzzTarget table(String name, String file, String whole) {
        return new FuzzTarget(
                name,
                List.of(FuzzSeeds.text(whole)),
                KeptTargets.TABLE,
                (bytes, folder) -> reportedWith(file, bytes, folder));
    }

    /// The report of a run with that file, all else whole.
    static void reportedWith(String file, byte[] bytes, Path folder) throws IOException {
        Path run = folder.resolve("runs/damaged");
        left(run);
        Files.write(run.resolve(file), bytes);
        reported(bytes, folder);
    }

    /// Everything whole, as the manifest names it.
    private static void left(Path run) throws IOException {
        if (Files.isDirectory(run)) {
            return; // each target has a folder of its own, and damages one file in it
        }
        Files.createDirectories(run);
        Files.writeString(run.resolve(ManifestFile.NAME), MANIFEST);
        Files.writeString(run.resolve("static_compute.json"), ON_PAPER);
        Files.writeString(run.resolve("results.json"), RESULTS);
        Files.writeString(run.resolve("captures.json"), CAPTURES);
        Files.writeString(run.resolve("metrics.json"), UTILISATION);
        Files.writeString(run.resolve("plan.json"), PLAN);
        Files.writeString(run.resolve("host.csv"), KeptTargets.HOST);
        Files.writeString(run.resolve("gpu.csv"), KeptTargets.GPUS);
        Files.write(run.resolve("trace.json"), TRACE);
    }

    private static final byte[] TRACE =
            FuzzSeeds.file(FuzzSeeds.RESOURCES.resolve("kineto-own/edge/idle_categories.json"));
    private static final String ON_PAPER = onPaper();

    private static String onPaper() {
        return StaticComputeJson.of(
                StaticAnalyses.of(
                        Presets.find(Presets.names().getFirst()).orElseThrow(),
                        new Request(1, 273, 31, Request.DEFAULT.images()),
                        Counting.of(Precision.BF16),
                        Optional.of(ShippedGpus.catalogue().named("h100-sxm5-80gb"))));
    }

    private static void listed(byte[] bytes, Path folder) {
        command("runs", "list", "--root", folder.resolve("runs").toString());
    }

    private static void resumed(byte[] bytes, Path folder) {
        command("run", "--resume", folder.resolve("runs/damaged").toString(), "--dry-run");
    }

    /// As `report` does, but for the files.
    private static void reported(byte[] bytes, Path folder) throws IOException {
        Path run = folder.resolve("runs/damaged").toAbsolutePath();
        var parts = PluginLists.SHIPPED.study();
        StudyRequest files = RunStudy.request(run, ManifestFile.read(run), parts, _ -> {});
        var result = studied(files, new StudyGoal.InMemory());
        if (result.findings().isEmpty()) {
            // Without a capture findings are only made on the way to files.
            result = studied(files, new StudyGoal.RunFiles(folder.resolve("out")));
        }
        if (Arrays.hashCode(bytes) % 256 == 0) {
            ReportFiles.of(
                    result.findings().orElseThrow(),
                    files.parts().sections().get(),
                    PageFiles.NONE);
        }
    }

    private static StudyResult studied(StudyRequest files, StudyGoal goal) throws IOException {
        var request =
                new StudyRequest(
                        files.captures(), files.parts(), files.view(), files.context(), goal);
        return Study.of(request, CaptureProgress.on(CaptureTargets.SILENT, _ -> {}));
    }

    /// What the command line makes of it; a mistake of ours with its log.
    static void command(String... words) {
        TypedWords answer = TypedWords.of(words);
        if (answer.exitCode() == ExitCode.OUR_FAULT) {
            throw new IllegalStateException(answer.said() + log(answer.said()));
        }
        if (answer.exitCode() == ExitCode.WRONG_INPUT) {
            throw new Problem(answer.said() + String.join(" ", words), "the command line", "")
                    .found();
        }
    }

    private static String log(String said) {
        int at = said.indexOf("  at   ");
        try {
            Path file = Path.of(said.substring(at + 7).lines().findFirst().orElse(""));
            String log = Files.readString(file);
            Files.delete(file);
            return log;
        } catch (IOException e) {
            return "";
        }
    }
}
