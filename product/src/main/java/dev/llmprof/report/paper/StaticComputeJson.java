package dev.llmprof.report.paper;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import dev.llmprof.analysis.cost.BoundTime;
import dev.llmprof.analysis.cost.OperatorCost;
import dev.llmprof.analysis.cost.PhaseCost;
import dev.llmprof.analysis.cost.StaticAnalysis;
import dev.llmprof.analysis.prediction.Signature;
import dev.llmprof.model.cost.Cost;
import dev.llmprof.model.cost.Routing;
import dev.llmprof.model.shape.Caveat;
import dev.llmprof.model.shape.Convention;
import dev.llmprof.model.shape.Operator;
import dev.llmprof.model.shape.Precision;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;

/// `static_compute.json`: our numbers, and beside them the reference's `metadata`, `total` and
/// `stages`. Every name says its unit; bytes are bytes.
public final class StaticComputeJson {
    private static final double LARGEST_WHOLE = 9e18;

    private final JsonGenerator json;

    private StaticComputeJson(JsonGenerator json) {
        this.json = json;
    }

    public static String of(StaticAnalysis analysis) {
        return of(analysis, true);
    }

    /// `syntheticInputs` says that the pictures were made up, as the reference's metadata does.
    public static String of(StaticAnalysis analysis, boolean syntheticInputs) {
        var text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            var printer =
                    new DefaultPrettyPrinter().withArrayIndenter(new DefaultIndenter("  ", "\n"));
            printer.indentObjectsWith(new DefaultIndenter("  ", "\n"));
            json.setPrettyPrinter(printer);
            new StaticComputeJson(json).write(analysis, syntheticInputs);
        } catch (IOException e) {
            throw new UncheckedIOException("writing JSON to memory", e);
        }
        return text + "\n";
    }

    private void write(StaticAnalysis analysis, boolean syntheticInputs) throws IOException {
        json.writeStartObject();
        json.writeStringField("schema", "llmprof.static_compute/1");
        writeModel(analysis);
        writeRequest(analysis);
        writeConvention(analysis.counting().convention());
        writePrecision(analysis);
        new StaticParametersJson(json).write(analysis);
        writeCache(analysis);
        writePhases(analysis);
        writeOperators(analysis);
        if (analysis.device().isPresent()) {
            new StaticDeviceJson(json).write(analysis.device().get());
        }
        new StaticComputeReference(json).write(analysis, syntheticInputs);
        writeTexts(json, "notes", analysis.notes());
        json.writeEndObject();
    }

    private void writeModel(StaticAnalysis analysis) throws IOException {
        var model = analysis.model();
        json.writeObjectFieldStart("model");
        json.writeStringField("name", model.name());
        json.writeStringField("family", model.family());
        json.writeBooleanField("assumed", model.assumed());
        writeTexts(json, "caveats", analysis.caveats().stream().map(Caveat::words).toList());
        json.writeNumberField("layers", model.decoder().layers());
        json.writeNumberField("hidden", model.decoder().hidden());
        json.writeNumberField("vocabulary", model.decoder().vocabulary());
        json.writeBooleanField("tied_embeddings", model.decoder().tied());
        json.writeNumberField("longest_context_tokens", model.longestContext());
        writeTexts(json, "unknown_keys", model.unknownKeys());
        json.writeEndObject();
    }

    static void writeTexts(JsonGenerator json, String name, List<String> texts) throws IOException {
        json.writeArrayFieldStart(name);
        for (String text : texts) {
            json.writeString(text);
        }
        json.writeEndArray();
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
        writeTexts(json, "some_weights", precision.mix().besides(precision));
        json.writeStringField("state", precision.state().word());
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
                number("calls", phase.passes() * operator.operator().repeat());
                writeSignatures(Signature.of(operator.operator()));
                json.writeNumberField("parameters", operator.operator().parameters());
                cost(operator.cost());
                if (operator.operator() instanceof Operator.Experts experts) {
                    experts(experts, experts.tokens() / phase.passes());
                }
                if (operator.bound().isPresent()) {
                    bound(operator.bound().get(), "bound_seconds");
                }
                json.writeEndObject();
            }
        }
        json.writeEndArray();
    }

    /// What its shapes are known by in a trace.
    private void writeSignatures(List<Signature> signatures) throws IOException {
        json.writeArrayFieldStart("signatures");
        for (Signature signature : signatures) {
            json.writeStartObject();
            json.writeStringField("class", lower(signature.kind().name()));
            json.writeNumberField("in", signature.in());
            json.writeNumberField("out", signature.out());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /// How many a pass touches: as counted, if tokens choose alike, if they choose apart.
    private void experts(Operator.Experts experts, double tokens) throws IOException {
        json.writeObjectFieldStart("distinct_experts_in_a_pass");
        int all = experts.experts();
        int active = experts.active();
        number("expected", Routing.expectedDistinct(all, active, tokens));
        number("fewest", Routing.fewest(all, active));
        number("most", Routing.most(all, active, tokens));
        json.writeEndObject();
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
