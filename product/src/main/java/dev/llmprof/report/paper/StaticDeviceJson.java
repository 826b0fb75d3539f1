package dev.llmprof.report.paper;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.llmprof.analysis.cost.Fit;
import dev.llmprof.analysis.cost.OnDevice;
import java.io.IOException;

/// The part of `static_compute.json` about a device.
final class StaticDeviceJson {
    private final JsonGenerator json;

    StaticDeviceJson(JsonGenerator json) {
        this.json = json;
    }

    void write(OnDevice device) throws IOException {
        var ceiling = device.ceiling();
        json.writeObjectFieldStart("device");
        json.writeStringField("name", ceiling.device());
        json.writeStringField("compute_format", ceiling.format());
        number("peak_flops_per_second", ceiling.tensorPerSecond());
        json.writeObjectFieldStart("peaks_flops_per_second");
        for (var peak : ceiling.densePerSecond().entrySet()) {
            number(peak.getKey(), peak.getValue());
        }
        json.writeEndObject();
        number("vector_flops_per_second", ceiling.vectorPerSecond());
        number("memory_bytes_per_second", ceiling.bytesPerSecond());
        number("ridge_flops_per_byte", ceiling.ridge());
        number("memory_bytes", device.capacity().deviceBytes());
        number("memory_utilization", ceiling.memoryShare());
        number("needed_bytes", device.capacity().memory().bytes());
        number("weight_bytes", device.capacity().memory().weightBytes());
        number("kv_cache_bytes", device.capacity().memory().cacheBytes());
        number("activation_bytes", device.capacity().memory().activationBytes());
        writeFit(json, device.capacity().fit());
        json.writeNumberField("largest_batch", device.capacity().largestBatch());
        json.writeNumberField("largest_context_tokens", device.capacity().largestContext());
        number("time_to_first_token_seconds", device.firstTokenSeconds());
        number("time_per_output_token_seconds", device.perTokenSeconds());
        number("tokens_per_second", device.tokensPerSecond());
        number("request_seconds", device.requestSeconds());
        if (device.crossoverBatch().isPresent()) {
            json.writeNumberField("crossover_batch", device.crossoverBatch().get());
        }
        if (device.crossoverAtContext().isPresent()) {
            json.writeNumberField("crossover_batch_at_context", device.crossoverAtContext().get());
        }
        if (device.crossoverContext().isPresent()) {
            json.writeNumberField("crossover_context_tokens", device.crossoverContext().get());
        }
        writeSteps(device);
        writeSensitivities(device);
        json.writeEndObject();
    }

    /// Null where the size is not certain.
    static void writeFit(JsonGenerator json, Fit fit) throws IOException {
        switch (fit) {
            case YES -> json.writeBooleanField("fits", true);
            case NO -> json.writeBooleanField("fits", false);
            case UNSURE -> json.writeNullField("fits");
        }
    }

    private void writeSteps(OnDevice device) throws IOException {
        json.writeArrayFieldStart("decode_steps");
        for (OnDevice.Step step : device.steps()) {
            json.writeStartObject();
            json.writeNumberField("context_tokens", step.context());
            number("bound_seconds", step.seconds());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void writeSensitivities(OnDevice device) throws IOException {
        json.writeArrayFieldStart("sensitivities");
        for (OnDevice.Sensitivity sensitivity : device.sensitivities()) {
            json.writeStartObject();
            json.writeStringField("change", sensitivity.change());
            number("first_token_factor", sensitivity.firstToken());
            number("per_token_factor", sensitivity.perToken());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void number(String name, double value) throws IOException {
        StaticComputeJson.number(json, name, value);
    }
}
