package dev.llmprof.stage.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.pipeline.AtomicFile;
import dev.llmprof.stage.StageFiles;
import dev.llmprof.workload.ResultKeys;
import java.nio.file.Path;
import java.util.List;

/// What the hook's clock saw, as `results.json`.
public final class HookResults {
    private HookResults() {}

    /// What the hook's clock saw, in the shape of the engine's results: one item a request.
    public static void write(Path scratch) {
        write(scratch, true);
    }

    /// Only what ran, without its times.
    public static void writeModel(Path scratch) {
        write(scratch, false);
    }

    private static void write(Path scratch, boolean timed) {
        List<HookSummary> processes = HookSummary.in(scratch);
        if (processes.isEmpty()) {
            return;
        }
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put(ResultKeys.SCHEMA, 1);
        root.put(ResultKeys.INTERRUPTED, false);
        var items = JsonNodeFactory.instance.arrayNode();
        var notes = JsonNodeFactory.instance.arrayNode();
        if (timed) {
            notes.add("times are taken around forward, when the device is done");
        }
        notes.add(
                "warmup_rounds and warmup_synthetic were left out: only the program itself can warm"
                        + " up");
        long models = processes.stream().filter(HookResults::ranAModel).count();
        if (models > 1) {
            notes.add(withoutBounds(models));
        }
        for (HookSummary each : processes) {
            versions(each, root);
            if (models == 1 && ranAModel(each)) {
                describe(each.json().path("model"), scratch, root);
            }
            each.json().path("notes").forEach(note -> addNew(notes, note));
            boolean first = true;
            for (JsonNode request : timed ? each.json().path("requests") : List.<JsonNode>of()) {
                items.add(item(request, items.size() + 1).put(ResultKeys.COLD, first));
                first = false;
            }
        }
        root.set(ResultKeys.NOTES, notes);
        root.set(ResultKeys.ITEMS, items);
        AtomicFile.write(scratch.resolve(ResultKeys.FILE_NAME), root.toPrettyString() + "\n");
    }

    private static void versions(HookSummary process, ObjectNode root) {
        for (String key : List.of("python", "torch", "cuda", "transformers")) {
            if (process.json().hasNonNull(key)) {
                root.put(key, process.json().path(key).asText());
            }
        }
    }

    private static String withoutBounds(long models) {
        return "no bounds: "
                + models
                + " processes ran a model, and which part of it each has is not known; llmprof"
                + " analyze TRACE --model FOLDER --tp N compares one";
    }

    /// A launcher imports torch and runs none.
    private static boolean ranAModel(HookSummary process) {
        return process.json().path("model").path("config").isObject();
    }

    /// The model that ran, as its own configuration has it; several processes may share one, and
    /// which part each has is not known. The hook's clock waits for a GPU.
    private static void describe(JsonNode model, Path scratch, ObjectNode root) {
        String device = model.path("device").asText("");
        if (!model.path("config").isObject() || device.isEmpty()) {
            return;
        }
        Path folder = StageFiles.directory(scratch.resolve("model"));
        AtomicFile.write(folder.resolve("config.json"), model.path("config").toPrettyString());
        root.put(ResultKeys.MODEL_PATH, folder.toString());
        root.put(ResultKeys.DEVICE, device);
        root.put(ResultKeys.CLOCK, ResultKeys.DEVICE_CLOCK);
        root.put(ResultKeys.DTYPE, format(model.path("dtype").asText()));
        if (model.hasNonNull(ResultKeys.FLOAT32_MATMUL)) {
            root.put(ResultKeys.FLOAT32_MATMUL, model.path(ResultKeys.FLOAT32_MATMUL).asText());
        }
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
                .put(ResultKeys.EPOCH, 0)
                .put(ResultKeys.BEGAN_UNIX_NS, request.path("began_unix_nanos").asLong())
                .put(ResultKeys.PROFILED, request.path("profiled").asBoolean())
                .put(ResultKeys.IMAGE_PATH, "request " + number)
                .put(ResultKeys.PREFILL_MS, request.path("prefill_nanos").asDouble() / 1e6)
                .put(ResultKeys.DECODE_MS, decode / 1e6)
                .put(ResultKeys.TOKENS, sequences + tokens)
                .put(ResultKeys.SEQUENCES, sequences)
                .put(ResultKeys.TOKENS_PER_S, decode == 0 ? 0 : tokens * 1e9 / decode)
                .put(ResultKeys.PREFILL_LEN, request.path("prompt_tokens").asLong());
    }

    private static void addNew(ArrayNode notes, JsonNode note) {
        for (JsonNode each : notes) {
            if (each.equals(note)) {
                return;
            }
        }
        notes.add(note);
    }
}
