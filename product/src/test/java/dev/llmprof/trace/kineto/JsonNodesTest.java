package dev.llmprof.trace.kineto;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonNodesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{\"id\": 0, \"name\": \"H\\u0031\", \"totalGlobalMem\": 85899345920}]",
                "{\"rank\": 1, \"world_size\": 123456789012345678901234567890}",
                "{\"a\": [1.5, -1e400, true, false, null, \"\", {}, []], \"a\": 2}",
                "\"a\\tb\" 1",
                "{\"a\": 1e99999999999999999999}",
                "",
            })
    void areThoseOfTheMapper(String json) throws JsonProcessingException {
        assertEquals(new JsonMapper().readTree(json), JsonNodes.of(json));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\": }", "[1, 2", "nan"})
    void ofABrokenTextAreNone(String json) {
        assertEquals(new JsonMapper().createObjectNode(), JsonNodes.of(json));
    }
}
