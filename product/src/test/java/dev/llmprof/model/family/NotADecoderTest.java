package dev.llmprof.model.family;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.llmprof.model.ModelFixtures;
import dev.llmprof.problem.Problem;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Models that are no decoders are named for what they are, whatever their config says.
class NotADecoderTest {
    @ParameterizedTest
    @CsvSource({
        "bart, an encoder with a decoder",
        "marian, an encoder with a decoder",
        "t5, an encoder with a decoder",
        "whisper, an encoder with a decoder",
        "bert, an encoder",
        "eurobert, an encoder",
        "rembert, an encoder",
        "gte, an encoder",
        "new_vision_model, an encoder",
        "rwkv, a recurrent network without attention of a kind not counted yet"
    })
    void namesTheKind(String type, String kind) {
        Problem.Found found =
                assertThrows(
                        Problem.Found.class,
                        () -> ModelFixtures.of("{\"model_type\": \"" + type + "\"}"));
        assertEquals(
                "'%s' is %s; only models that generate text by a decoder alone are counted"
                        .formatted(type, kind),
                found.problems().getFirst().what());
    }
}
