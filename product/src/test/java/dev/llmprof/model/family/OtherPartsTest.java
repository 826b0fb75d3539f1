package dev.llmprof.model.family;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.model.ModelFixtures;
import dev.llmprof.model.shape.Caveat;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Encoders of any sense are told, however a config calls them.
class OtherPartsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"audio_config\": {\"d_model\": 8}",
                "\"speech_config\": {\"layers\": 8}",
                "\"encoder_config\": {\"hidden_dim\": 8}",
                "\"visual\": {\"width\": 8}",
                "\"img_processor\": {\"name\": \"clip\"}",
                "\"mm_vision_tower\": \"openai/clip-vit-large-patch14-336\""
            })
    void makesItATextModelOnly(String part) {
        String json = "{\"model_type\": \"llama\", \"hidden_size\": 64, %s}".formatted(part);
        assertEquals(List.of(Caveat.TEXT_ONLY), ModelFixtures.of(json).caveats());
    }
}
