package dev.llmprof.engine.builtin;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.engine.TestCache;
import dev.llmprof.engine.decoder.Sampler;
import dev.llmprof.engine.image.ImageFile;
import dev.llmprof.engine.model.Model;
import dev.llmprof.engine.model.OcrModel;
import dev.llmprof.engine.model.Session;
import dev.llmprof.engine.model.TextModel;
import dev.llmprof.engine.model.Tokenizer;
import dev.llmprof.engine.profile.Ranges;
import dev.llmprof.engine.weights.Precision;
import dev.llmprof.engine.weights.Weights;
import dev.llmprof.model.Presets;
import dev.llmprof.model.cost.Parameters;
import dev.llmprof.workload.WorkloadSettings.Preprocess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bytedeco.pytorch.Device;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class TinyModelTest {
    @TempDir private Path folder;

    @ParameterizedTest
    @EnumSource
    void isTheSameFolderForTheSameSeed(TinyModel model) throws IOException {
        Path one = model.folder(TestCache.in(folder.resolve("one")), 7);
        Path two = model.folder(TestCache.in(folder.resolve("two")), 7);
        assertEquals(
                List.of("config.json", "model-00001-of-000001.safetensors", "tokenizer.json"),
                names(one));
        for (String name : names(one)) {
            assertEquals(-1, Files.mismatch(one.resolve(name), two.resolve(name)), name);
        }
    }

    @ParameterizedTest
    @CsvSource({"tiny, 5768544", "tiny_text, 4689152"})
    void storesTheParametersThatAreCountedOnPaper(String name, long parameters) {
        Path model = TinyModel.named(name).orElseThrow().folder(TestCache.in(folder), 7);
        var paper = Presets.find(name).orElseThrow();
        assertEquals(parameters, Parameters.of(paper, paper.precision()).total());
        assertEquals(
                parameters, Weights.open(model, Precision.FP32, new Device("cpu")).parameters());
    }

    @Test
    void answersAPromptOf512TokensInFullLength() throws IOException {
        var cache = TestCache.in(folder);
        var model =
                (TextModel)
                        Model.open(
                                TinyModel.TEXT.folder(cache, 7),
                                Precision.FP32,
                                new Device("cpu"),
                                new Preprocess(256, 160, true, 9));
        Path prompts = SyntheticPrompts.folder(cache, 2, 7);
        assertEquals(List.of("prompt-001.txt", "prompt-002.txt"), names(prompts));
        Model.Prepared.Text prepared =
                model.prepare(Files.readString(prompts.resolve("prompt-002.txt")));
        assertEquals(512, prepared.ids().size());
        var limits =
                new Session.Limits(
                        12,
                        Sampler.Decoding.GREEDY,
                        model.decoder().config().vocabulary().endOfText());
        var generated = new Session(model, Ranges.NONE, () -> false).run(prepared, limits);
        assertEquals(12, generated.tokens().size());
    }

    @Test
    void isAnotherFolderForAnotherSeedOrConfiguration() throws IOException {
        var cache = TestCache.in(folder);
        Path one = TinyModel.OCR.folder(cache, 7);
        byte[] config = Files.readAllBytes(one.resolve("config.json"));
        String wider = new String(config, StandardCharsets.UTF_8);
        wider = wider.replace("\"intermediate_size\": 704", "\"intermediate_size\": 708");
        Path two = TinyModel.folder(cache, wider.getBytes(StandardCharsets.UTF_8), 7);
        assertEquals(3, Set.of(one, two, TinyModel.OCR.folder(cache, 8)).size());
        assertEquals(wider, Files.readString(two.resolve("config.json")));
        assertEquals(one, TinyModel.folder(cache, config, 7));
    }

    @Test
    void isMadeAnewWhereAByteOfTheWeightsWasChanged() throws IOException {
        var cache = TestCache.in(folder);
        Path weights = TinyModel.OCR.folder(cache, 7).resolve("model-00001-of-000001.safetensors");
        byte[] before = Files.readAllBytes(weights);
        byte[] poisoned = before.clone();
        poisoned[before.length / 2] ^= 1;
        Files.write(weights, poisoned);
        TinyModel.OCR.folder(cache, 7);
        assertArrayEquals(before, Files.readAllBytes(weights));
    }

    @Test
    void answersAPageInFullLengthWithTiles() {
        var cache = TestCache.in(folder);
        var preprocess = new Preprocess(256, 160, true, 9);
        var model =
                (OcrModel)
                        Model.open(
                                TinyModel.OCR.folder(cache, 7),
                                Precision.FP32,
                                new Device("cpu"),
                                preprocess);
        Path page = SyntheticPages.folder(cache, 1, 7).resolve("images/page-001.png");
        Model.Prepared.Page prepared = model.prepare(ImageFile.read(page), "<image>\nFree OCR.");
        assertEquals(6, prepared.views().tiles().size());
        var limits =
                new Session.Limits(
                        12,
                        Sampler.Decoding.GREEDY,
                        model.decoder().config().vocabulary().endOfText());
        List<String> ranges = new ArrayList<>();
        Ranges named =
                new Ranges() {
                    @Override
                    public <T> T within(String name, java.util.function.Supplier<T> work) {
                        ranges.add(name);
                        return work.get();
                    }
                };
        var generated = new Session(model, named, () -> false).run(prepared, limits);
        assertEquals(12, generated.tokens().size());
        assertEquals(
                List.of(
                        "prefill",
                        "sam",
                        "clip",
                        "projector",
                        "sam",
                        "clip",
                        "projector",
                        "decode"),
                ranges);
    }

    @Test
    void speaksEveryByteAndDeepSeeksMarks() {
        Path model = TinyModel.OCR.folder(TestCache.in(folder), 7);
        try (var tokenizer = Tokenizer.open(model)) {
            List<Long> ids = tokenizer.encode("<|grounding|>Grüße 12\n");
            assertEquals("<|grounding|>Grüße 12\n", tokenizer.decode(ids, false));
            assertEquals(264, ids.getFirst());
            assertArrayEquals(new long[] {259}, new long[] {tokenizer.id("<image>")});
        }
    }

    /// Without the cache's own list.
    private static List<String> names(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.equals("contents.crc32"))
                    .sorted()
                    .toList();
        }
    }
}
