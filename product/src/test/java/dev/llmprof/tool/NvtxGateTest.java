package dev.llmprof.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NvtxGateTest {
    private static final String KEY = "pipeline.nsys.nvtx_capture";

    @ParameterizedTest
    @ValueSource(strings = {"prefill", "decode@llm", "decode@*", "block.conv1", "A::A1", "a b"})
    void takesExactNames(String expression) {
        assertEquals(Optional.empty(), NvtxGate.problem(expression, KEY));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "range", "pre*", "*@llm", "a,b", "a;b", "a|b", "a@", "@llm", " ", "a@b@c", "a@l*"
            })
    void refusesWhatNsysWouldWaitForInVain(String expression) {
        assertTrue(NvtxGate.problem(expression, KEY).isPresent());
    }

    @Test
    void saysWhatToTypeInstead() {
        assertEquals(
                "pipeline.nsys.labels=[prefill,decode] makes a capture for each",
                NvtxGate.problem("prefill, decode", KEY).orElseThrow().fix());
        assertEquals(
                "pipeline.nsys.nvtx_capture='pre'",
                NvtxGate.problem("pre*", KEY).orElseThrow().fix());
    }
}
