package dev.llmprof.analysis.event;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModuleDescriptionTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    {'Module': 'model.layers.0.self_attn.qkv_proj', 'TrainableParams': {'weight': (6144, 4096)}, 'Inputs': [[32, 4096]], 'StaticParams': {}}     | module::linear    | [[32, 4096], [6144, 4096]]
                    {'Module': 'model.layers.3.mlp.down_proj', 'TrainableParams': {'bias': [9], 'weight': [4096, 12288]}, 'Inputs': [(1, 32, 12288)]}            | module::linear    | [[1, 32, 12288], [4096, 12288]]
                    {'Module': 'model.layers.0.input_layernorm', 'TrainableParams': {'weight': (4096,)}, 'Inputs': [[32, 4096]]}                                | module::norm      | [[32, 4096], [4096]]
                    {'Module': 'model.embed_tokens', 'TrainableParams': {'weight': torch.Size([151936, 4096])}, 'Inputs': [[32]]}                               | module::embedding | [[151936, 4096], [32]]
                    {'Module': 'model.layers.0.self_attn.attn', 'Inputs': [[32, 4096], [32, 1024], [32, 1024]]}                                                 | module::attention | [[32, 4096]]
                    {'Module': 'model.layers.0.mlp.act_fn'}                                                                                                      | module::act_fn    | [[]]
                    """)
    void readsTheOperatorAndItsShapes(String range, String operator, String shapes) {
        ModuleDescription module = ModuleDescription.of(range).orElseThrow();
        assertEquals(operator, module.operator());
        assertEquals(shapes, module.shapes());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "model.layers.0.mlp",
                "{'Modules': 'model.layers.0.mlp'}",
                "(output) {'Module': 'model.layers.0.mlp'}",
                ""
            })
    void nothingElseIsADescription(String range) {
        assertEquals(Optional.empty(), ModuleDescription.of(range));
    }
}
