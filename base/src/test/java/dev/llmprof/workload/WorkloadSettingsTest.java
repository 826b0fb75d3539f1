package dev.llmprof.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.llmprof.problem.Problem;
import dev.llmprof.workload.WorkloadSettings.Dataset;
import dev.llmprof.workload.WorkloadSettings.Infer;
import dev.llmprof.workload.WorkloadSettings.Model;
import dev.llmprof.workload.WorkloadSettings.Prediction;
import dev.llmprof.workload.WorkloadSettings.Preprocess;
import dev.llmprof.workload.WorkloadSettings.Profiler;
import dev.llmprof.workload.WorkloadSettings.Sampling;
import dev.llmprof.workload.WorkloadSettings.Visualization;
import dev.llmprof.workload.WorkloadSettings.Warmup;
import dev.llmprof.workload.WorkloadSettings.Window;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkloadSettingsTest {
    /// No value is a default, so that a lost one is noticed.
    private static final WorkloadSettings FULL =
            new WorkloadSettings(
                    "cuda:0",
                    new Model(
                            "ocr",
                            Optional.of(Path.of("/models/ocr")),
                            "bf16",
                            1L << 40,
                            new Preprocess(1280, 512, true, 6)),
                    new Dataset(
                            Optional.of(Path.of("/data")),
                            Optional.of(Path.of("first 20.txt")),
                            List.of("images/*.png", "**.jpg"),
                            4,
                            -5,
                            new Sampling(OptionalInt.of(6), 7, true, OptionalLong.of(8))),
                    new Infer("<image>\n\"Free\" OCR.", 9, 0.25, true, 10, 11),
                    new Warmup(12, true),
                    Optional.of(
                            new Window(2, OptionalInt.of(5), OptionalInt.of(15), 3_000_000_000L)),
                    Optional.of(
                            new Profiler(
                                    Path.of("t.json.gz"),
                                    List.of("cpu", "cuda"),
                                    true,
                                    true,
                                    true,
                                    3)),
                    Optional.of(new Prediction(Path.of("pred"), true)),
                    Optional.of(new Visualization(Path.of("viz"), 13, OptionalInt.of(14))),
                    Path.of("results.json"));

    private static final WorkloadSettings LEAST =
            new WorkloadSettings(
                    "cpu",
                    new Model("tiny", Optional.empty(), "fp32", 7, Preprocess.GUNDAM),
                    new Dataset(
                            Optional.empty(),
                            Optional.empty(),
                            List.of(),
                            3,
                            0,
                            new Sampling(OptionalInt.empty(), 1, false, OptionalLong.empty())),
                    new Infer("", 32, 0, false, 0, 0),
                    new Warmup(0, false),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Path.of("results.json"));

    @Test
    void readsAllThatItWrites(@TempDir Path folder) throws IOException {
        assertEquals(FULL, readBack(folder, FULL.json()));
        assertEquals(LEAST, readBack(folder, LEAST.json()));
    }

    @Test
    void writesEachComponentUnderTheNameOfItsConfigurationKey() {
        assertEquals(
                """
                {
                  "device" : "cpu",
                  "model" : {
                    "name" : "tiny",
                    "dtype" : "fp32",
                    "seed" : 7,
                    "preprocess" : {
                      "base_size" : 1024,
                      "image_size" : 640,
                      "crop_mode" : true,
                      "max_tiles" : 9
                    }
                  },
                  "dataset" : {
                    "fallback_patterns" : [ ],
                    "pages" : 3,
                    "seed" : 0,
                    "sampling" : {
                      "num_epochs" : 1,
                      "randomize" : false
                    }
                  },
                  "infer" : {
                    "decoder_prompt" : "",
                    "max_new_tokens" : 32,
                    "temperature" : 0.0,
                    "do_sample" : false,
                    "no_repeat_ngram_size" : 0,
                    "seed" : 0
                  },
                  "warmup" : {
                    "rounds" : 0,
                    "synthetic" : false
                  },
                  "results" : "results.json"
                }
                """,
                LEAST.json());
    }

    @Test
    void refusesAKeyThatNobodyReads(@TempDir Path folder) {
        assertEquals(
                "cannot read the engine's settings: nobody knows infer.top_k",
                refused(
                        folder,
                        LEAST.json().replace("\"do_sample\"", "\"top_k\" : 1, \"do_sample\"")));
    }

    @Test
    void refusesAFileWithoutAKeyThatIsRead(@TempDir Path folder) {
        assertEquals(
                "cannot read the engine's settings:"
                        + " model.preprocess.max_tiles should be a whole number, is missing",
                refused(folder, LEAST.json().replaceAll(",\\s*\"max_tiles\" : 9", "")));
    }

    @Test
    void refusesAValueOfTheWrongKind(@TempDir Path folder) {
        assertEquals(
                "cannot read the engine's settings: infer.temperature should be a number, is"
                        + " \"hot\"",
                refused(folder, LEAST.json().replace("0.0", "\"hot\"")));
    }

    @Test
    void refusesAPageCutIntoOneTile(@TempDir Path folder) {
        assertEquals(
                "cannot read the engine's settings: max_tiles must be at least 2, is 1",
                refused(folder, LEAST.json().replace("\"max_tiles\" : 9", "\"max_tiles\" : 1")));
    }

    private static String refused(Path folder, String json) {
        var found = assertThrows(Problem.Found.class, () -> readBack(folder, json));
        return found.problems().getFirst().what();
    }

    private static WorkloadSettings readBack(Path folder, String json) throws IOException {
        return WorkloadSettings.read(
                Files.writeString(folder.resolve(WorkloadSettings.FILE_NAME), json));
    }
}
