package dev.llmprof.engine.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.engine.decoder.Decoder;
import dev.llmprof.engine.decoder.DecoderConfig;
import dev.llmprof.engine.decoder.DecoderShapes;
import dev.llmprof.engine.image.Rgb;
import dev.llmprof.engine.profile.Ranges;
import dev.llmprof.engine.vision.Views;
import dev.llmprof.engine.vision.Vision;
import dev.llmprof.engine.weights.Json;
import dev.llmprof.engine.weights.Precision;
import dev.llmprof.engine.weights.Weights;
import dev.llmprof.workload.WorkloadSettings.Preprocess;
import java.nio.file.Path;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Tensor;

/// DeepSeek-OCR whole: vision, projector, decoder with experts, and the prompt around a page.
public record OcrModel(
        Decoder decoder, Tokenizer tokenizer, Weights weights, Vision vision, Preprocess preprocess)
        implements Model {

    public OcrModel(
            Path folder,
            DecoderConfig config,
            Precision precision,
            Device device,
            Preprocess preprocess) {
        this(folder, config, Weights.open(folder, precision, device), preprocess);
    }

    private OcrModel(Path folder, DecoderConfig config, Weights weights, Preprocess preprocess) {
        DecoderShapes.check(folder, config, weights);
        JsonNode json = Json.read(folder.resolve("config.json"));
        this(
                new Decoder(config, weights),
                Tokenizer.open(folder),
                weights,
                new Vision(weights, json),
                preprocess);
    }

    public Prepared.Page prepare(Rgb page, String prompt) {
        Views views = Views.of(page, preprocess);
        long begin = decoder.config().vocabulary().beginOfText().orElse(0);
        return new Prepared.Page(
                views,
                OcrPrompt.of(prompt, tokenizer, begin, Vision.places(views)),
                page.width(),
                page.height());
    }

    @Override
    public Tensor embed(Prepared prepared, Ranges ranges) {
        Tensor embedded = decoder.embed(prepared.ids());
        if (prepared instanceof Prepared.Page page) {
            Tensor features = vision.features(page.views(), ranges);
            int from = page.prompt().before().size();
            embedded.narrow(1, from, page.prompt().places()).copy_(features.unsqueeze(0));
        }
        return embedded;
    }
}
