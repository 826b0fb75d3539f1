package dev.llmprof.report.paper;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.llmprof.analysis.cost.StaticAnalysis;
import dev.llmprof.model.cost.CountVariants;
import dev.llmprof.model.cost.Parameters;
import dev.llmprof.model.shape.Operator;
import dev.llmprof.model.shape.StoredDifference;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/// The part of `static_compute.json` about parameters and weights.
final class StaticParametersJson {
    private static final String DESCRIPTION = "the description";

    private final JsonGenerator json;

    StaticParametersJson(JsonGenerator json) {
        this.json = json;
    }

    void write(StaticAnalysis analysis) throws IOException {
        Parameters parameters = analysis.parameters();
        json.writeObjectFieldStart("parameters");
        json.writeNumberField("total", parameters.total());
        json.writeStringField("source", source(analysis));
        json.writeNumberField("from_description", parameters.counted());
        json.writeNumberField("active", parameters.active());
        json.writeNumberField("active_without_embedding", parameters.activeWithoutEmbedding());
        json.writeObjectFieldStart("parts");
        Map<String, Long> parts = new TreeMap<>();
        parameters.modules().forEach(m -> parts.merge(m.part(), m.parameters(), Long::sum));
        for (var part : parts.entrySet()) {
            json.writeNumberField(part.getKey(), part.getValue());
        }
        json.writeEndObject();
        writeModules(parameters);
        writeBeside(analysis);
        json.writeEndObject();
        json.writeObjectFieldStart("weights");
        number("bytes", parameters.weightBytes());
        json.writeStringField("source", bytesSource(analysis));
        if (analysis.model().checkpoint().isPresent()) {
            writeCheckpoint(analysis.model().checkpoint().get());
        }
        json.writeEndObject();
    }

    private static String source(StaticAnalysis analysis) {
        return analysis.model().checkpoint().map(StoredDifference::source).orElse(DESCRIPTION);
    }

    /// Another precision than the stored one is counted.
    private static String bytesSource(StaticAnalysis analysis) {
        boolean stored = analysis.counting().precision().equals(analysis.model().precision());
        return stored
                ? source(analysis)
                : DESCRIPTION + ", in " + analysis.counting().precision().linear().word();
    }

    private void writeModules(Parameters parameters) throws IOException {
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
    }

    private void writeBeside(StaticAnalysis analysis) throws IOException {
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
    }

    private void writeCheckpoint(StoredDifference stored) throws IOException {
        json.writeObjectFieldStart("checkpoint");
        json.writeNumberField("elements", stored.stored());
        json.writeNumberField("bytes", stored.bytes());
        json.writeNumberField("parameters", stored.parameters());
        json.writeStringField("source", stored.source());
        json.writeBooleanField("explained", stored.explained());
        json.writeArrayFieldStart("difference");
        for (StoredDifference.Part part : stored.parts()) {
            json.writeStartObject();
            json.writeStringField("reason", part.reason());
            json.writeNumberField("elements", part.elements());
            json.writeBooleanField("parameters_of_the_model", part.parameters());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void number(String name, double value) throws IOException {
        StaticComputeJson.number(json, name, value);
    }
}
