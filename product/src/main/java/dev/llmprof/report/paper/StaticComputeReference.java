package dev.llmprof.report.paper;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.llmprof.analysis.cost.OperatorCost;
import dev.llmprof.analysis.cost.PhaseCost;
import dev.llmprof.analysis.cost.StaticAnalysis;
import dev.llmprof.model.cost.Parameters;
import dev.llmprof.model.vision.OcrMode;
import dev.llmprof.model.vision.OcrVision;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The part of `static_compute.json` that keeps the reference's shape, with true numbers in it.
/// `prefill` and `decode` run the same weights; the reference gives the head to `decode`.
final class StaticComputeReference {
    private final JsonGenerator json;

    StaticComputeReference(JsonGenerator json) {
        this.json = json;
    }

    void write(StaticAnalysis analysis, boolean syntheticInputs) throws IOException {
        writeMetadata(analysis, syntheticInputs);
        double flops = 0;
        double activations = 0;
        json.writeObjectFieldStart("stages");
        for (PhaseCost phase : analysis.phases()) {
            flops += phase.cost().flops();
            activations += activations(analysis, phase);
            writeStage(analysis, phase);
        }
        json.writeEndObject();
        json.writeObjectFieldStart("total");
        json.writeNumberField("params", analysis.parameters().total());
        StaticComputeJson.number(json, "flops", flops);
        StaticComputeJson.number(json, "activations", activations);
        json.writeEndObject();
    }

    private void writeMetadata(StaticAnalysis analysis, boolean syntheticInputs)
            throws IOException {
        var images = analysis.request().images();
        json.writeObjectFieldStart("metadata");
        json.writeNumberField("image_h", images.count() == 0 ? 0 : images.heightPixels());
        json.writeNumberField("image_w", images.count() == 0 ? 0 : images.widthPixels());
        json.writeNumberField("seq_len", analysis.promptTokens());
        if (analysis.model().vision().orElse(null) instanceof OcrVision eyes) {
            OcrMode mode = OcrMode.named(images.mode());
            json.writeNumberField("base_size", mode.base());
            json.writeNumberField("image_size", mode.tile() == 0 ? mode.base() : mode.tile());
            json.writeBooleanField("crop_mode", mode.tile() > 0);
            json.writeNumberField("patch_size", eyes.sam().patch());
            json.writeNumberField("downsample_ratio", 4);
        }
        json.writeBooleanField("use_synthetic_inputs", syntheticInputs);
        json.writeStringField("convention", analysis.counting().convention().sentence());
        json.writeEndObject();
    }

    private void writeStage(StaticAnalysis analysis, PhaseCost phase) throws IOException {
        json.writeObjectFieldStart(phase.name());
        json.writeNumberField("params", parameters(analysis, phase.name()));
        StaticComputeJson.number(json, "flops", phase.cost().flops());
        StaticComputeJson.number(json, "activations", activations(analysis, phase));
        json.writeObjectFieldStart("operators");
        Map<String, Double> kinds =
                phase.operators().stream()
                        .filter(operator -> operator.cost().flops() > 0)
                        .collect(
                                Collectors.groupingBy(
                                        OperatorCost::kind,
                                        TreeMap::new,
                                        Collectors.summingDouble(o -> o.cost().flops())));
        for (var kind : kinds.entrySet()) {
            StaticComputeJson.number(json, kind.getKey(), kind.getValue());
        }
        json.writeEndObject();
        StaticComputeJson.number(json, "flops_isolated", phase.cost().tensorFlops());
        StaticComputeJson.number(json, "flops_analytic", phase.cost().flops());
        json.writeArrayFieldStart("notes");
        json.writeEndArray();
        json.writeEndObject();
    }

    /// Elements, not bytes, as the reference counts them.
    private static double activations(StaticAnalysis analysis, PhaseCost phase) {
        double bits = analysis.counting().precision().activation().bits();
        return phase.cost().activationBytes() * 8 / bits;
    }

    private static long parameters(StaticAnalysis analysis, String phase) {
        List<Parameters.Module> modules = analysis.parameters().modules();
        return modules.stream()
                .filter(module -> phase.equals(phaseOf(module)))
                .mapToLong(Parameters.Module::parameters)
                .sum();
    }

    private static String phaseOf(Parameters.Module module) {
        if (!module.part().equals("decoder")) {
            return module.part();
        }
        return module.name().startsWith("lm_head") ? "decode" : "prefill";
    }
}
