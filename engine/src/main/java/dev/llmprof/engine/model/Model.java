package dev.llmprof.engine.model;

import dev.llmprof.engine.decoder.Decoder;
import dev.llmprof.engine.decoder.DecoderConfig;
import dev.llmprof.engine.profile.Ranges;
import dev.llmprof.engine.vision.Views;
import dev.llmprof.engine.weights.Precision;
import dev.llmprof.engine.weights.Weights;
import dev.llmprof.problem.Problem;
import dev.llmprof.workload.WorkloadSettings.Preprocess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Tensor;

/// A model from a Hugging Face folder, ready to turn a prompt into the decoder's first input.
public sealed interface Model permits TextModel, OcrModel {

    /// A prompt with all file reading and tokenising behind it; what remains is the device's work.
    sealed interface Prepared {
        List<Long> ids();

        record Text(List<Long> ids) implements Prepared {
            public Text {
                ids = List.copyOf(ids);
            }
        }

        record Page(Views views, OcrPrompt prompt, int width, int height) implements Prepared {
            @Override
            public List<Long> ids() {
                return prompt.ids();
            }
        }
    }

    Decoder decoder();

    Tokenizer tokenizer();

    Weights weights();

    /// `[1, tokens, hidden]`, the vision part included where there is one.
    Tensor embed(Prepared prepared, Ranges ranges);

    static Model open(Path folder, Precision precision, Device device, Preprocess preprocess) {
        if (!Files.isDirectory(folder)) {
            throw new Problem(
                            "the model folder is not there",
                            folder.toString(),
                            "set model.path to a Hugging Face folder, or use model=tiny")
                    .found();
        }
        DecoderConfig config = DecoderConfig.read(folder);
        return config.type().startsWith("deepseek")
                ? new OcrModel(folder, config, precision, device, preprocess)
                : new TextModel(folder, config, precision, device);
    }
}
