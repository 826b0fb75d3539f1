package dev.llmprof.report.block;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | NANOSECONDS | 0 s",
                "7 | NANOSECONDS | 7.00 ns",
                "6750 | NANOSECONDS | 6.75 µs",
                "412000000 | NANOSECONDS | 412 ms",
                "999960000 | NANOSECONDS | 1.00 s",
                "1930000000 | NANOSECONDS | 1.93 s",
                "-1500 | NANOSECONDS | -1.50 µs",
                "5.4444e13 | FLOPS_PER_SECOND | 54.4 TFLOP/s",
                "1000 | BYTES | 1.00 kB",
                "380.617 | FLOPS_PER_BYTE | 381 FLOP/B",
                "0.37 | FRACTION | 37.0 %",
                "0.00021 | FRACTION | 0.021 %",
                "4.7 | TIMES | 4.70×",
                "49.7 | TOKENS_PER_SECOND | 49.7 tokens/s",
                "4365 | TOKENS_PER_SECOND | 4,365 tokens/s",
                "1695983 | COUNT | 1,695,983",
                "NaN | FRACTION | –",
            })
    void threeDigitsAndTheUnit(double value, Unit unit, String text) {
        assertEquals(text, Numbers.text(value, unit));
    }

    @ParameterizedTest
    @CsvSource({"0.0005,3,0.001", "12.3456788,6,12.345679", "2.5,0,3", "1e-9,3,0.000"})
    void fixedDecimalsRoundHalfUp(double value, int decimals, String text) {
        assertEquals(text, Numbers.fixed(value, decimals));
    }

    @ParameterizedTest
    @CsvSource({"3,3", "0.1,0.1", "1e20,1.0E20"})
    void exactNumbersReadBackTheSame(double value, String text) {
        assertEquals(text, Numbers.exact(value));
        assertEquals(value, Double.parseDouble(Numbers.exact(value)));
    }
}
