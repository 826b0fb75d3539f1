package dev.llmprof.config.bind;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Durations written `30m`, `1h30m`, `1.5s`, `200ms`; a bare number is seconds.
public final class Durations {
    private static final Pattern PART = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(ms|us|ns|d|h|m|s)");
    private static final Pattern WHOLE = Pattern.compile("(?:" + PART + "\\s*)+");
    private static final Pattern SECONDS = Pattern.compile("[0-9]+(?:\\.[0-9]+)?");
    private static final Map<String, Long> NANOS =
            Map.of(
                    "ns", 1L,
                    "us", 1_000L,
                    "ms", 1_000_000L,
                    "s", 1_000_000_000L,
                    "m", 60_000_000_000L,
                    "h", 3_600_000_000_000L,
                    "d", 86_400_000_000_000L);

    private Durations() {}

    public static Optional<Duration> parse(String text) {
        String trimmed = text.strip();
        if (SECONDS.matcher(trimmed).matches()) {
            return nanos(new BigDecimal(trimmed).movePointRight(9));
        }
        if (!WHOLE.matcher(trimmed).matches()) {
            return Optional.empty();
        }
        BigDecimal sum = BigDecimal.ZERO;
        Matcher part = PART.matcher(trimmed);
        while (part.find()) {
            long unit = NANOS.getOrDefault(part.group(2), 0L);
            sum = sum.add(new BigDecimal(part.group(1)).multiply(BigDecimal.valueOf(unit)));
        }
        return nanos(sum);
    }

    private static Optional<Duration> nanos(BigDecimal nanos) {
        return nanos.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0
                ? Optional.empty()
                : Optional.of(Duration.ofNanos(nanos.longValue()));
    }
}
