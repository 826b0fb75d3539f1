package dev.llmprof.report.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BriefNameTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "void at::native::fill<int>(int, float) | fill<int>",
                "aten::mm | aten::mm",
                "Memcpy HtoD (Pageable -> Device) | Memcpy HtoD (Pageable -> Device)",
                "execute_context_0(0)_generation_2(2) | execute_context_0(0)_generation_2(2)",
                "sm90_xmma_gemm_bf16 | sm90_xmma_gemm_bf16",
                "model.py(120): forward | model.py(120): forward"
            })
    void onlyWhatACompilerMadeIsShortened(String name, String shown) {
        assertEquals(shown, BriefName.of(name));
    }
}
