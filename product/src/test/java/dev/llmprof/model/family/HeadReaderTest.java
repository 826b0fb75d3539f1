package dev.llmprof.model.family;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.model.ModelFixtures;
import dev.llmprof.model.cost.Parameters;
import dev.llmprof.model.shape.Precision;
import org.junit.jupiter.api.Test;

/// What stands after the last layer, against what transformers builds for a Llama of its own sizes.
class HeadReaderTest {
    @Test
    void aModelThatSpeaksHasAHead() {
        assertEquals(6_738_415_616L, counted("LlamaForCausalLM"));
    }

    @Test
    void theBareModelHasNone() {
        assertEquals(6_607_343_616L, counted("LlamaModel"));
    }

    @Test
    void classesOfSequencesAreTwoWhereNobodySays() {
        assertEquals(6_607_351_808L, counted("LlamaForSequenceClassification"));
    }

    @Test
    void classesOfTokensHaveABias() {
        assertEquals(6_607_351_810L, counted("LlamaForTokenClassification"));
    }

    @Test
    void labelsSayHowManyClasses() {
        assertEquals(
                6_607_343_616L + 3 * 4096,
                total(
                        """
                        {"model_type": "llama", "architectures": ["LlamaForSequenceClassification"],
                         "id2label": {"0": "a", "1": "b", "2": "c"}}\
                        """));
    }

    /// ChatGLM calls the class with its head a model, and LMHeadModel ends the same.
    @Test
    void classesWithAHeadThatEndInModelKeepIt() {
        assertEquals(6_738_415_616L, counted("LlamaLMHeadModel"));
        assertEquals(6_738_415_616L, counted("LlamaChatModel"));
    }

    private static long counted(String architecture) {
        String json = "{\"model_type\": \"llama\", \"architectures\": [\"" + architecture + "\"]}";
        return total(json);
    }

    private static long total(String json) {
        return Parameters.of(ModelFixtures.of(json), Precision.BF16).total();
    }
}
