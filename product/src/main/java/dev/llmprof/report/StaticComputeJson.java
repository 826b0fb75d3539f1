package dev.llmprof.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import dev.llmprof.analysis.BoundTime;
import dev.llmprof.analysis.OnDevice;
import dev.llmprof.analysis.OperatorCost;
import dev.llmprof.analysis.PhaseCost;
import dev.llmprof.analysis.StaticAnalysis;
import dev.llmprof.model.Convention;
import dev.llmprof.model.Cost;
import dev.llmprof.model.CountVariants;
import dev.llmprof.model.Operator;
import dev.llmprof.model.Parameters;
import dev.llmprof.model.Precision;
import dev.llmprof.model.StoredDifference;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// `static_compute.json`: our numbers, and beside them the reference's `metadata`, `total` and
/// `stages`. Every name says its unit; bytes are bytes.
public final class StaticComputeJson {
    private static final double LARGEST_WHOLE = 9e18;

    private final JsonGenerator json;

    private StaticComputeJson(JsonGenerator json) {
        this.json = json;
    }

    public static String of(StaticAnalysis analysis) {
        var text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            var printer =
                    new DefaultPrettyPrinter().withArrayIndenter(new DefaultIndenter("  ", "\n"));
            printer.indentObjectsWith(new DefaultIndenter("  ", "\n"));
            json.setPrettyPrinter(printer);
            new StaticComputeJson(json).write(analysis);
        } catch (IOException e) {
            throw new UncheckedIOException("writing JSON to memory", e);
        }
        return text + "\n";
    }

    private void write(StaticAnalysis analysis) throws IOException {
        json.writeStartObject();
        json.writeStringField("schema", "llmprof.static_compute/1");
        writeModel(analysis);
        writeRequest(analysis);
        writeConvention(analysis.counting().convention());
        writePrecision(analysis);
        writeParameters(analysis);
        writeCache(analysis);
        writePhases(analysis);
        writeOperators(analysis);
        if (analysis.device().isPresent()) {
            writeDevice(analysis.device().get());
        }
        new StaticComputeReference(json).write(analysis);
        json.writeArrayFieldStart("notes");
        for (String note : analysis.notes()) {
            json.writeString(note);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void writeModel(StaticAnalysis analysis) throws IOException {
        var model = analysis.model();
        json.writeObjectFieldStart("model");
        json.writeStringField("name", model.name());
        json.writeStringField("family", model.family());
        json.writeBooleanField("assumed", model.assumed());
        json.writeNumberField("layers", model.decoder().layers());
        json.writeNumberField("hidden", model.decoder().hidden());
        json.writeNumberField("vocabulary", model.decoder().vocabulary());
        json.writeBooleanField("tied_embeddings", model.decoder().tied());
        json.writeNumberField("longest_context_tokens", model.longestContext());
        json.writeArrayFieldStart("unknown_keys");
        for (String key : model.unknownKeys()) {
            json.writeString(key);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void writeRequest(StaticAnalysis analysis) throws IOException {
        var request = analysis.request();
        json.writeObjectFieldStart("request");
        json.writeNumberField("batch", request.batch());
        json.writeNumberField("prompt_tokens", analysis.promptTokens());
        json.writeNumberField("text_tokens", request.promptTokens());
        json.writeNumberField("image_tokens", analysis.promptTokens() - request.promptTokens());
        json.writeNumberField("new_tokens", request.newTokens());
        json.writeNumberField("images", request.images().count());
        json.writeEndObject();
    }

    private void writeConvention(Convention convention) throws IOException {
        json.writeObjectFieldStart("convention");
        json.writeStringField("name", convention.name());
        json.writeStringField("sentence", convention.sentence());
        json.writeStringField("unit", lower(convention.unit().name()));
        json.writeStringField("attention", lower(convention.mask().name()));
        json.writeStringField("logits", lower(convention.logits().name()));
        json.writeStringField("attention_kernel", convention.fused() ? "flash" : "naive");
        json.writeEndObject();
    }

    private void writePrecision(StaticAnalysis analysis) throws IOException {
        Precision precision = analysis.counting().precision();
        json.writeObjectFieldStart("precision");
        json.writeStringField("weights", precision.linear().word());
        json.writeStringField("experts", precision.experts().word());
        json.writeStringField("other_weights", precision.other().word());
        json.writeStringField("activations", precision.activation().word());
        json.writeStringField("kv_cache", precision.cache().word());
        json.writeEndObject();
        var parallel = analysis.counting().parallel();
        json.writeObjectFieldStart("parallel");
        json.writeNumberField("tensor", parallel.tensor());
        json.writeNumberField("pipeline", parallel.pipeline());
        json.writeNumberField("expert", parallel.expert());
        json.writeEndObject();
    }

    private void writeParameters(StaticAnalysis analysis) throws IOException {
        Parameters parameters = analysis.parameters();
        json.writeObjectFieldStart("parameters");
        json.writeNumberField("total", parameters.total());
        json.writeNumberField("active", parameters.active());
        json.writeNumberField("active_without_embedding", parameters.activeWithoutEmbedding());
        json.writeObjectFieldStart("parts");
        Map<String, Long> parts = new TreeMap<>();
        parameters.modules().forEach(m -> parts.merge(m.part(), m.parameters(), Long::sum));
        for (var part : parts.entrySet()) {
            json.writeNumberField(part.getKey(), part.getValue());
        }
        json.writeEndObject();
        json.writeArrayFieldStart("modules");
        for (Parameters.Module module : parameters.modules()) {
            json.writeStartObject();
            json.writeStringField("part", module.part());
            json.writeStringField("name", module.name());
            json.writeNumberField("repeat", module.repeat());
            json.writeNumberField("parameters", module.parameters());
            number("bytes", module.bytes());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("published_counts_may_add");
        for (CountVariants.Variant variant : CountVariants.of(analysis.model())) {
            json.writeStartObject();
            json.writeStringField("reason", variant.reason());
            json.writeNumberField("parameters", variant.parameters());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("stored_beside");
        for (Operator stored : analysis.model().stored()) {
            json.writeStartObject();
            json.writeStringField("name", stored.name());
            json.writeNumberField("parameters", stored.parameters());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
        json.writeObjectFieldStart("weights");
        number("bytes", parameters.weightBytes());
        if (analysis.model().checkpoint().isPresent()) {
            writeCheckpoint(analysis.model().checkpoint().get());
        }
        json.writeEndObject();
    }

    private void writeCheckpoint(StoredDifference stored) throws IOException {
        json.writeObjectFieldStart("checkpoint");
        json.writeNumberField("elements", stored.stored());
        json.writeNumberField("bytes", stored.bytes());
        json.writeBooleanField("explained", stored.explained());
        json.writeArrayFieldStart("beside_the_parameters");
        for (StoredDifference.Part part : stored.parts()) {
            json.writeStartObject();
            json.writeStringField("reason", part.reason());
            json.writeNumberField("elements", part.elements());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void writeCache(StaticAnalysis analysis) throws IOException {
        var cache = analysis.cache();
        json.writeObjectFieldStart("kv_cache");
        number("bytes_per_token", cache.bytesPerToken());
        number("state_bytes_per_sequence", cache.stateBytes());
        json.writeNumberField("context_tokens", analysis.finalContext());
        number(
                "bytes_at_end",
                cache.bytes(analysis.request().batch(), (double) analysis.finalContext()));
        json.writeStringField("format", cache.format().word());
        json.writeEndObject();
    }

    private void writePhases(StaticAnalysis analysis) throws IOException {
        json.writeArrayFieldStart("phases");
        for (PhaseCost phase : analysis.phases()) {
            json.writeStartObject();
            json.writeStringField("name", phase.name());
            number("passes", phase.passes());
            number("tokens", phase.tokens());
            cost(phase.cost());
            number("communication_bytes", phase.communicationBytes());
            if (phase.boundSeconds().isPresent()) {
                number("bound_seconds", phase.boundSeconds().get());
            }
            if (phase.overlapped().isPresent()) {
                bound(phase.overlapped().get(), "overlapped_bound_seconds");
            }
            if (phase.tokensPerSecond().isPresent() && phase.tokens() > 0) {
                number("tokens_per_second", phase.tokensPerSecond().get());
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void writeOperators(StaticAnalysis analysis) throws IOException {
        json.writeArrayFieldStart("operators");
        for (PhaseCost phase : analysis.phases()) {
            for (OperatorCost operator : phase.operators()) {
                json.writeStartObject();
                json.writeStringField("phase", operator.phase());
                json.writeStringField("name", operator.operator().name());
                json.writeStringField("kind", operator.kind());
                json.writeNumberField("repeat", operator.operator().repeat());
                json.writeNumberField("parameters", operator.operator().parameters());
                cost(operator.cost());
                if (operator.bound().isPresent()) {
                    bound(operator.bound().get(), "bound_seconds");
                }
                json.writeEndObject();
            }
        }
        json.writeEndArray();
    }

    private void cost(Cost cost) throws IOException {
        number("flops", cost.flops());
        number("tensor_flops", cost.tensorFlops());
        number("vector_flops", cost.vectorFlops());
        number("bytes", cost.bytes());
        number("weight_bytes", cost.weightBytes());
        number("kv_read_bytes", cost.cacheReadBytes());
        number("kv_write_bytes", cost.cacheWriteBytes());
        number("activation_bytes", cost.activationBytes());
        number("flops_per_byte", cost.intensity());
    }

    private void bound(BoundTime time, String total) throws IOException {
        number(total, time.seconds());
        json.writeStringField("bound_by", lower(time.limit().name()));
        number("compute_seconds", time.tensorSeconds());
        number("vector_seconds", time.vectorSeconds());
        number("memory_seconds", time.memorySeconds());
        number("communication_seconds", time.communicationSeconds());
    }

    private void writeDevice(OnDevice device) throws IOException {
        var ceiling = device.ceiling();
        json.writeObjectFieldStart("device");
        json.writeStringField("name", ceiling.device());
        json.writeStringField("compute_format", ceiling.format());
        number("peak_flops_per_second", ceiling.tensorPerSecond());
        number("vector_flops_per_second", ceiling.vectorPerSecond());
        number("memory_bytes_per_second", ceiling.bytesPerSecond());
        number("ridge_flops_per_byte", ceiling.ridge());
        number("memory_bytes", device.capacity().deviceBytes());
        number("needed_bytes", device.capacity().memory().bytes());
        number("weight_bytes", device.capacity().memory().weightBytes());
        number("kv_cache_bytes", device.capacity().memory().cacheBytes());
        number("activation_bytes", device.capacity().memory().activationBytes());
        json.writeBooleanField("fits", device.capacity().fits());
        json.writeNumberField("largest_batch", device.capacity().largestBatch());
        json.writeNumberField("largest_context_tokens", device.capacity().largestContext());
        number("time_to_first_token_seconds", device.firstTokenSeconds());
        number("time_per_output_token_seconds", device.perTokenSeconds());
        number("tokens_per_second", device.tokensPerSecond());
        number("request_seconds", device.requestSeconds());
        if (device.crossoverBatch().isPresent()) {
            json.writeNumberField("crossover_batch", device.crossoverBatch().get());
        }
        if (device.crossoverContext().isPresent()) {
            json.writeNumberField("crossover_context_tokens", device.crossoverContext().get());
        }
        json.writeArrayFieldStart("decode_steps");
        for (OnDevice.Step step : device.steps()) {
            json.writeStartObject();
            json.writeNumberField("context_tokens", step.context());
            number("bound_seconds", step.seconds());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("sensitivities");
        for (OnDevice.Sensitivity sensitivity : device.sensitivities()) {
            json.writeStartObject();
            json.writeStringField("change", sensitivity.change());
            number("first_token_factor", sensitivity.firstToken());
            number("per_token_factor", sensitivity.perToken());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void number(String name, double value) throws IOException {
        number(json, name, value);
    }

    /// Whole numbers without a fraction, whatever their size.
    static void number(JsonGenerator json, String name, double value) throws IOException {
        if (value == Math.rint(value) && Math.abs(value) < LARGEST_WHOLE) {
            json.writeNumberField(name, (long) value);
        } else {
            json.writeNumberField(name, value);
        }
    }

    private static String lower(String word) {
        return word.toLowerCase(Locale.ROOT);
    }
}
