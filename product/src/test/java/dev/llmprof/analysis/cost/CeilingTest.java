package dev.llmprof.analysis.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.hardware.ShippedGpus;
import dev.llmprof.model.shape.Format;
import dev.llmprof.model.shape.Precision;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CeilingTest {

    @ParameterizedTest
    @CsvSource({
        "h100-sxm5-80gb, fp32, fp32, 66.9",
        "h100-sxm5-80gb, tf32, tf32, 494.7",
        "h100-sxm5-80gb, bf16, bf16, 989.4",
        "v100-sxm2, tf32, fp32, 15.7",
        "mi300x, fp32, fp32, 163.4"
    })
    void singlePrecisionIsNotHeldAgainstHalf(
            String gpu, String word, String used, double teraPerSecond) {
        Format format = Format.named(word).orElseThrow();
        Ceiling ceiling = Ceiling.of(ShippedGpus.catalogue().named(gpu), Precision.of(format));
        assertEquals(used, ceiling.format());
        assertEquals(teraPerSecond * 1e12, ceiling.tensorPerSecond(), 0.01e12);
    }
}
