package dev.llmprof.run.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.run.Composed;
import dev.llmprof.stage.workload.Workload;
import dev.llmprof.stage.workload.Workload.Purpose;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the configuration tree makes of the engine's settings.
class EngineBindingTest {
    private static final Path RUN = Path.of("/runs/1");

    @Test
    void everyKeyReachesTheEngine() throws IOException {
        JsonNode settings =
                settings(
                        Purpose.TORCH,
                        "device=cpu",
                        "model.dtype=bf16",
                        "model.preprocess.max_tiles=6",
                        "infer.max_new_tokens=5",
                        "infer.no_repeat_ngram_size=3",
                        "infer.do_sample=true",
                        "infer.temperature=0.5",
                        "+infer.seed=11",
                        "dataset.sampling.num_epochs=2",
                        "dataset.sampling.num_samples_per_epoch=4",
                        "dataset.sampling.randomize=true",
                        "dataset.sampling.seed=9",
                        "pipeline.torch_profiler.activities=[cpu]",
                        "pipeline.torch_profiler.record_shapes=false",
                        "pipeline.torch_profiler.profile_memory=true",
                        "pipeline.torch_profiler.with_stack=true",
                        "pipeline.torch_profiler.warmup_rounds=7",
                        "pipeline.torch_profiler.warmup_synthetic=false",
                        "pipeline.torch_profiler.output.prediction.enable=true");

        assertEquals("cpu", settings.path("device").asText());
        assertEquals("bf16", settings.at("/model/dtype").asText());
        assertEquals(6, settings.at("/model/preprocess/max_tiles").asInt());
        assertEquals(5, settings.at("/infer/max_new_tokens").asInt());
        assertEquals(3, settings.at("/infer/no_repeat_ngram_size").asInt());
        assertTrue(settings.at("/infer/do_sample").asBoolean());
        assertEquals(0.5, settings.at("/infer/temperature").asDouble());
        assertEquals(11, settings.at("/infer/seed").asInt());
        assertEquals(2, settings.at("/dataset/sampling/num_epochs").asInt());
        assertEquals(4, settings.at("/dataset/sampling/num_samples_per_epoch").asInt());
        assertTrue(settings.at("/dataset/sampling/randomize").asBoolean());
        assertEquals(9, settings.at("/dataset/sampling/seed").asInt());
        assertEquals("[\"cpu\"]", settings.at("/profiler/activities").toString());
        assertEquals("false", settings.at("/profiler/record_shapes").asText());
        assertEquals("true", settings.at("/profiler/profile_memory").asText());
        assertEquals("true", settings.at("/profiler/with_stack").asText());
        assertEquals(7, settings.at("/warmup/rounds").asInt());
        assertEquals("false", settings.at("/warmup/synthetic").asText());
        assertEquals("/runs/1/torch_profiler/pred", settings.at("/prediction/directory").asText());
        assertEquals("/runs/1/tmp/torch_profiler/results.json", settings.path("results").asText());
    }

    @Test
    void underNsysNothingElseProfilesAndNothingIsDrawn() throws IOException {
        JsonNode settings =
                settings(
                        Purpose.NSYS,
                        "run.representative_max_new_tokens=6",
                        "infer.max_new_tokens=50");

        assertTrue(settings.path("profiler").isMissingNode());
        assertTrue(settings.path("visualization").isMissingNode());
        assertTrue(settings.path("prediction").isMissingNode());
        assertEquals(6, settings.at("/infer/max_new_tokens").asInt());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "dataset.sampling.num_epochs=0 | dataset.sampling.num_epochs",
                "model.preprocess.max_tiles=1 | model.preprocess.max_tiles",
                "infer.max_new_tokens=0 | infer.max_new_tokens",
                "infer.max_new_tokens=1.5 | infer.max_new_tokens",
                "infer.do_sample=true | infer.do_sample is on, but the temperature is 0",
                "pipeline.torch_profiler.activities=[gpu] | pipeline.torch_profiler.activities",
                "pipeline.torch_profiler.activities=[] | pipeline.torch_profiler.activities",
                "pipeline.torch_profiler.warmup_rounds=-1 | warmup_rounds",
                "'pipeline.torch_profiler.group_by_input_shape=true"
                        + " pipeline.torch_profiler.record_shapes=false' | no shapes to group by"
            })
    void whatCannotBeDoneIsRefusedBeforeAnythingStarts(String overrides, String what) {
        var problems = Composed.with(List.of(), overrides.split(" ")).problems();

        assertEquals(1, problems.size(), problems::toString);
        assertTrue(problems.getFirst().what().contains(what), problems::toString);
        assertTrue(!problems.getFirst().at().isEmpty(), problems::toString);
    }

    private static JsonNode settings(Purpose purpose, String... overrides) throws IOException {
        Composed composed = Composed.with(List.of(), overrides);
        assertEquals(List.of(), composed.problems());
        var builtin = assertInstanceOf(Workload.Builtin.class, composed.workload());
        return new JsonMapper().readTree(builtin.orders().json(purpose, RUN));
    }
}
