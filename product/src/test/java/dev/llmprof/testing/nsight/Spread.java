package dev.llmprof.testing.nsight;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;

/// Average, median, least, most and deviation of some durations, exact until they are printed.
record Spread(long total, List<String> cells) {
    private static final MathContext DIGITS = MathContext.DECIMAL128;

    static Spread of(List<Long> nanos) {
        List<Long> sorted = nanos.stream().sorted().toList();
        int count = sorted.size();
        long total = sorted.stream().mapToLong(n -> n).sum();
        BigDecimal mean = quotient(total, count);
        BigDecimal median = quotient(sorted.get((count - 1) / 2) + sorted.get(count / 2), 2);
        return new Spread(
                total,
                List.of(
                        oneDecimal(mean),
                        oneDecimal(median),
                        sorted.getFirst() + "",
                        sorted.getLast() + "",
                        oneDecimal(deviation(sorted, mean))));
    }

    static String percent(long part, long whole) {
        return oneDecimal(quotient(100 * part, whole));
    }

    private static BigDecimal deviation(List<Long> nanos, BigDecimal mean) {
        if (nanos.size() == 1) {
            return BigDecimal.ZERO;
        }
        BigDecimal squares = BigDecimal.ZERO;
        for (long one : nanos) {
            squares = squares.add(BigDecimal.valueOf(one).subtract(mean).pow(2));
        }
        return squares.divide(BigDecimal.valueOf(nanos.size() - 1), DIGITS).sqrt(DIGITS);
    }

    private static BigDecimal quotient(long part, long whole) {
        return BigDecimal.valueOf(part).divide(BigDecimal.valueOf(whole), DIGITS);
    }

    private static String oneDecimal(BigDecimal value) {
        return value.setScale(1, RoundingMode.HALF_UP).toPlainString();
    }
}
