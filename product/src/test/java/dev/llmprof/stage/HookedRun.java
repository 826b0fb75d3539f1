package dev.llmprof.stage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.pipeline.Outcome;
import dev.llmprof.pipeline.Workspace;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.stage.torch.TorchProfilerStage;
import dev.llmprof.stage.workload.CaptureWindow;
import dev.llmprof.stage.workload.TorchProfilerSettings;
import dev.llmprof.stage.workload.Workload;
import dev.llmprof.stage.workload.Workload.Surroundings;
import dev.llmprof.testing.RealTool;
import dev.llmprof.testing.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import java.util.zip.GZIPInputStream;

/// A Python program under the torch_profiler stage, in a run directory.
public record HookedRun(Path run, TorchProfilerSettings settings) {
    public static final Path PROGRAMS =
            SharedData.projectRoot().resolve("product/src/test/resources/dev/llmprof/stage/python");

    /// From the first request to the end.
    public static final CaptureWindow EVERYTHING =
            new CaptureWindow(
                    0,
                    OptionalInt.empty(),
                    OptionalInt.empty(),
                    Duration.ZERO,
                    Optional.empty(),
                    2_000_000_000L,
                    CaptureWindow.Start.AUTO,
                    false,
                    false);

    public static HookedRun in(Path run) {
        return new HookedRun(run, settings(List.of("cpu", "cuda"), true, false, true));
    }

    /// The settings that these tests turn; memory and stacks go together.
    public static TorchProfilerSettings settings(
            List<String> activities, boolean shapes, boolean memoryAndStacks, boolean phases) {
        return new TorchProfilerSettings(
                activities,
                shapes,
                memoryAndStacks,
                memoryAndStacks,
                false,
                2,
                true,
                phases,
                EVERYTHING,
                Duration.ofMinutes(5));
    }

    /// The same with another window.
    public HookedRun recording(CaptureWindow window) {
        return new HookedRun(run, settings.recording(window));
    }

    public Outcome program(String name, String... arguments) {
        return python(
                Stream.concat(Stream.of(PROGRAMS.resolve(name).toString()), Stream.of(arguments))
                        .toArray(String[]::new));
    }

    public Outcome python(String... arguments) {
        List<String> argv =
                Stream.concat(
                                Stream.of(RealTool.pythonWithTorch().toString()),
                                Stream.of(arguments))
                        .toList();
        return of(new Workload.Command(argv, new Surroundings(Map.of(), Optional.empty())));
    }

    public Outcome of(Workload workload) {
        var stage =
                new TorchProfilerStage(settings, workload, (_, _, _) -> List.of(), System.getenv());
        var processes = new SystemProcesses(System.getenv());
        return stage.run(
                new Workspace(
                        run,
                        StageFiles.directory(run.resolve("torch_profiler")),
                        processes,
                        InstantSource.system(),
                        List.of()));
    }

    public String log() throws IOException {
        return Files.readString(run.resolve("torch_profiler/tool.log"));
    }

    public JsonNode results() throws IOException {
        Path file = run.resolve("tmp/torch_profiler/results.json");
        return new JsonMapper().readTree(Files.readString(file));
    }

    /// Each request as prompt tokens, new tokens and sequences.
    public List<List<Integer>> requests() throws IOException {
        return StreamSupport.stream(results().path("items").spliterator(), false)
                .map(item ->
                        List.of(
                                item.path("prefill_len").asInt(),
                                item.path("tokens").asInt(),
                                item.path("sequences").asInt()))
                .toList();
    }

    public List<JsonNode> events(String trace) throws IOException {
        Path file = run.resolve("torch_profiler").resolve(trace);
        try (var in = new GZIPInputStream(Files.newInputStream(file))) {
            JsonNode events = new JsonMapper().readTree(in).path("traceEvents");
            return StreamSupport.stream(events.spliterator(), false).toList();
        }
    }

    /// How often each range occurs.
    public Map<String, Integer> ranges(String trace) throws IOException {
        Map<String, Integer> counts = new TreeMap<>();
        for (JsonNode event : events(trace)) {
            if (event.path("cat").asText().equals("user_annotation")) {
                counts.merge(event.path("name").asText(), 1, Integer::sum);
            }
        }
        return counts;
    }
}
