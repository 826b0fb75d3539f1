package dev.llmprof.stage.torch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.pipeline.AtomicFile;
import dev.llmprof.problem.Problem;
import dev.llmprof.stage.StageFiles;
import dev.llmprof.stage.workload.EngineSettings;
import dev.llmprof.stage.workload.PythonHook;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// What the hook left: a trace and a summary for each process it saw.
final class HookHarvest {
    private HookHarvest() {}

    /// One process that the hook saw.
    private record Seen(Path summary, JsonNode json) {
        Optional<Integer> rank() {
            JsonNode rank = json.path("rank");
            return rank.isTextual() && rank.asText().matches("\\d{1,6}")
                    ? Optional.of(Integer.valueOf(rank.asText()))
                    : Optional.empty();
        }

        Path trace() {
            return summary.resolveSibling(json.path("pid").asText() + ".json.gz");
        }
    }

    /// Moves the traces into the stage's directory: `trace.json.gz`, or one with its rank or number
    /// when there are several.
    static void collect(Path scratch, Path directory) {
        List<Seen> traced =
                seen(scratch).stream().filter(each -> Files.isRegularFile(each.trace())).toList();
        for (int i = 0; i < traced.size(); i++) {
            Seen each = traced.get(i);
            String number = each.rank().map(rank -> "rank" + rank).orElse(String.valueOf(i));
            String name = traced.size() == 1 ? "trace.json.gz" : "trace." + number + ".json.gz";
            try {
                Files.move(
                        each.trace(), directory.resolve(name), StandardCopyOption.REPLACE_EXISTING);
            } catch (IOException e) {
                throw new UncheckedIOException("moving " + each.trace(), e);
            }
        }
    }

    /// What the hook's clock saw, in the shape of the engine's results: one item a request.
    static void writeResults(Path scratch) {
        List<Seen> processes = seen(scratch);
        if (processes.isEmpty()) {
            return;
        }
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("schema", 1);
        root.put("interrupted", false);
        var items = JsonNodeFactory.instance.arrayNode();
        var notes = JsonNodeFactory.instance.arrayNode();
        notes.add("times are the host's, taken around forward without waiting for the device");
        notes.add(
                "warmup_rounds and warmup_synthetic were left out: only the program itself can warm up");
        for (Seen each : processes) {
            for (String key : List.of("python", "torch", "cuda", "transformers")) {
                if (each.json().hasNonNull(key)) {
                    root.put(key, each.json().path(key).asText());
                }
            }
            if (processes.size() == 1) {
                describe(each.json().path("model"), scratch, root);
            }
            each.json().path("notes").forEach(notes::add);
            for (JsonNode request : each.json().path("requests")) {
                items.add(item(request, items.size() + 1));
            }
        }
        root.set("notes", notes);
        root.set("items", items);
        AtomicFile.write(scratch.resolve(EngineSettings.RESULTS), root.toPrettyString() + "\n");
    }

    /// The model that ran, as its own configuration has it; several processes may share one, and
    /// which part each has is not known. The hook's clock does not wait for a GPU.
    private static void describe(JsonNode model, Path scratch, ObjectNode root) {
        String device = model.path("device").asText("");
        if (!model.path("config").isObject() || device.isEmpty()) {
            return;
        }
        Path folder = StageFiles.directory(scratch.resolve("model"));
        AtomicFile.write(folder.resolve("config.json"), model.path("config").toPrettyString());
        root.put("model_path", folder.toString());
        root.put("device", device);
        root.put("clock", device.startsWith("cpu") ? "device" : "host");
        root.put("dtype", format(model.path("dtype").asText()));
    }

    /// PyTorch's names of formats in ours.
    private static String format(String dtype) {
        return switch (dtype) {
            case "float32" -> "fp32";
            case "bfloat16" -> "bf16";
            case "float16" -> "fp16";
            default -> dtype;
        };
    }

    private static ObjectNode item(JsonNode request, int number) {
        double decode = request.path("decode_nanos").asDouble();
        long tokens = request.path("decode_tokens").asLong();
        long sequences = request.path("sequences").asLong();
        return JsonNodeFactory.instance
                .objectNode()
                .put("epoch", 0)
                .put("image_path", "request " + number)
                .put("prefill_ms", request.path("prefill_nanos").asDouble() / 1e6)
                .put("decode_ms", decode / 1e6)
                .put("tokens", sequences + tokens)
                .put("sequences", sequences)
                .put("tokens_per_s", decode == 0 ? 0 : tokens * 1e9 / decode)
                .put("prefill_len", request.path("prompt_tokens").asLong());
    }

    /// What kept a process from being traced.
    static List<Problem> notes(Path scratch) {
        List<Problem> problems = new ArrayList<>();
        for (Seen each : seen(scratch)) {
            for (JsonNode note : each.json().path("notes")) {
                String text = note.asText();
                if (text.contains("profiles itself")) {
                    problems.add(
                            new Problem(
                                    text,
                                    each.summary().toString(),
                                    "take its own profiler out, or"
                                            + " pipeline.torch_profiler.enable=false and"
                                            + " `llmprof analyze` its trace"));
                } else if (text.contains("could not") || text.contains("failed")) {
                    problems.add(new Problem(text, each.summary().toString(), ""));
                }
            }
        }
        return problems;
    }

    private static List<Seen> seen(Path scratch) {
        if (!Files.isDirectory(PythonHook.traces(scratch))) {
            return List.of();
        }
        try (var files = Files.list(PythonHook.traces(scratch))) {
            return files.filter(file -> file.getFileName().toString().matches("\\d+\\.json"))
                    .map(file -> new Seen(file, json(file)))
                    .sorted(
                            Comparator.comparingInt((Seen each) -> each.rank().orElse(0))
                                    .thenComparingLong(each -> each.json().path("pid").asLong()))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("listing " + PythonHook.traces(scratch), e);
        }
    }

    private static JsonNode json(Path file) {
        try {
            return new JsonMapper().readTree(Files.readString(file));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(file + " is not what the hook writes", e);
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + file, e);
        }
    }
}
