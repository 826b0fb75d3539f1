package dev.llmprof.engine;

import dev.llmprof.engine.decoder.Sampler;
import dev.llmprof.engine.image.ImageFile;
import dev.llmprof.engine.image.Rgb;
import dev.llmprof.engine.model.Model;
import dev.llmprof.engine.model.OcrModel;
import dev.llmprof.engine.model.Session;
import dev.llmprof.engine.model.TextModel;
import dev.llmprof.problem.Problem;
import dev.llmprof.workload.WorkloadSettings;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Inputs as the model takes them, and how many tokens an answer may have.
record ModelRequests(WorkloadSettings settings, Model model, Results results) {
    static final int WARMUP_TOKENS = 8;

    Model.Prepared prepared(Path file) {
        return switch (model) {
            case TextModel text -> fitting(text, text.prepare(words(file)));
            case OcrModel ocr -> {
                Rgb page = ImageFile.read(file);
                results.seen(file, page);
                yield ocr.prepare(page, settings.infer().decoderPrompt());
            }
        };
    }

    /// Prompts made on the spot are cut to what the model reads; one's own are not.
    private Model.Prepared fitting(TextModel text, Model.Prepared.Text whole) {
        boolean made = settings.dataset().root().isEmpty();
        int newTokens = settings.infer().maxNewTokens();
        Model.Prepared.Text cut = made ? text.cut(whole, newTokens) : whole;
        if (cut.ids().size() < whole.ids().size()) {
            results.note(
                    "prompts were cut to "
                            + cut.ids().size()
                            + " tokens: the model reads "
                            + text.decoder().config().positions()
                            + " positions, prompt and answer together");
        }
        return cut;
    }

    /// A grey page, or a line of words.
    Model.Prepared synthetic() {
        int size = settings.model().preprocess().baseSize();
        return switch (model) {
            case TextModel text -> text.cut(text.prepare("warm up ".repeat(16)), WARMUP_TOKENS);
            case OcrModel ocr ->
                    ocr.prepare(Rgb.plain(size, size, 127), settings.infer().decoderPrompt());
        };
    }

    Session.Limits limits(Model.Prepared prepared, int newTokens) {
        WorkloadSettings.Infer infer = settings.infer();
        int room = room(prepared.ids().size());
        if (newTokens > room) {
            results.note(
                    "max_new_tokens was cut to fit: the model reads "
                            + model.decoder().config().positions()
                            + " positions, prompt and answer together");
        }
        return new Session.Limits(
                Math.min(newTokens, room),
                new Sampler.Decoding(
                        infer.doSample(),
                        infer.temperature(),
                        infer.noRepeatNgramSize(),
                        infer.seed()),
                model.decoder().config().vocabulary().endOfText());
    }

    /// Positions that a prompt leaves for the answer.
    private int room(int prompt) {
        int positions = model.decoder().config().positions();
        if (prompt == 0) {
            throw new Problem(
                            "a prompt is empty, and this model puts nothing in front of it",
                            "dataset",
                            "leave the empty file out of the dataset")
                    .found();
        }
        if (prompt >= positions) {
            throw new Problem(
                            "the prompt has " + prompt + " tokens, the model reads " + positions,
                            "max_position_embeddings in config.json",
                            model instanceof TextModel
                                    ? "use shorter prompts: files of the dataset, in tokens"
                                    : "use smaller pages or a smaller model.preprocess.base_size")
                    .found();
        }
        return positions - prompt;
    }

    private static String words(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (CharacterCodingException e) {
            throw unreadable(file, "it is not UTF-8");
        } catch (IOException e) {
            throw unreadable(file, e.getMessage() + "");
        }
    }

    private static Problem.Found unreadable(Path file, String why) {
        return new Problem(
                        "cannot read the prompt " + file.getFileName() + ": " + why,
                        file.toString(),
                        "prompts are text files in UTF-8")
                .found();
    }
}
