package dev.llmprof.study;

import dev.llmprof.analysis.cost.StaticAnalyses;
import dev.llmprof.analysis.workload.RequestImages;
import dev.llmprof.analysis.workload.RunUtilisation;
import dev.llmprof.analysis.workload.Timings;
import dev.llmprof.analysis.workload.WorkloadTimings;
import dev.llmprof.hardware.Gpu;
import dev.llmprof.model.Architectures;
import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.operators.RequestPhases;
import dev.llmprof.model.shape.Format;
import dev.llmprof.model.shape.Images;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Precision;
import dev.llmprof.model.shape.Request;
import dev.llmprof.problem.Problem;
import dev.llmprof.report.paper.StaticComputeJson;
import dev.llmprof.trace.WorkloadResults;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/// The model a workload ran, on paper, and the device it ran on.
public record MeasuredModel(Model model, ModelConfig config, Format format, Gpu device) {

    /// Empty where the workload does not say its model, or runs on a GPU that nobody named.
    public static Optional<MeasuredModel> of(
            WorkloadResults results, Function<String, Optional<Gpu>> devices) {
        Optional<Path> file =
                results.modelPath()
                        .map(folder -> Path.of(folder, "config.json"))
                        .filter(Files::isRegularFile);
        Format format = format(results);
        Optional<Gpu> device = results.device().flatMap(devices);
        if (file.isEmpty() || device.isEmpty()) {
            return Optional.empty();
        }
        try {
            byte[] json = Files.readAllBytes(file.get());
            ModelConfig config = ModelConfig.parse(json, file.get().toString());
            return Optional.of(
                    new MeasuredModel(Architectures.read(config), config, format, device.get()));
        } catch (Problem.Found _) {
            // The engine knows a model that the counting does not: no MFU, and report.md says so.
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + file.get(), e);
        }
    }

    private static Format format(WorkloadResults results) {
        Format stored = results.dtype().flatMap(Format::named).orElse(Format.BF16);
        return stored.equals(Format.FP32) && results.roundsProducts() ? Format.TF32 : stored;
    }

    public RunUtilisation utilisation(WorkloadResults results) {
        return RunUtilisation.of(model, Counting.of(Precision.of(format)), device, results);
    }

    /// What the request that stands for those measured costs at least, as the static analysis
    /// writes it.
    public Optional<String> requestCosts(WorkloadResults results) {
        return WorkloadTimings.of(results)
                .representative()
                .map(asked -> request(asked, results))
                .map(asked ->
                        StaticAnalyses.of(
                                model,
                                asked,
                                Counting.of(Precision.of(format)),
                                Optional.of(device)))
                .map(StaticComputeJson::of);
    }

    private Request request(Timings.Request item, WorkloadResults results) {
        Images images = RequestImages.of(results, item.input());
        int batch = Math.toIntExact(item.sequences());
        int decoded = Math.toIntExact(item.decodedTokens() / batch);
        Request pictures = new Request(batch, 0, decoded, images);
        int text =
                Math.toIntExact(item.promptTokens() / batch)
                        - RequestPhases.promptTokens(model, pictures);
        return pictures.withPromptTokens(Math.max(0, text));
    }

    public Map<String, Long> dimensions() {
        Map<String, Long> dimensions = new TreeMap<>();
        dimensions.put("d_model", model.decoder().hidden());
        dimensions.put("d_ff", config.whole(0, "intermediate_size"));
        dimensions.put("n_layers", config.whole(0, "num_hidden_layers"));
        return dimensions;
    }
}
