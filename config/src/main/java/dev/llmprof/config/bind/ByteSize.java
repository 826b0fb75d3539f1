package dev.llmprof.config.bind;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A number of bytes, written `512`, `16 MiB`, `80GB`.
public record ByteSize(long bytes) {
    private static final Pattern FORM =
            Pattern.compile("([0-9]+(?:\\.[0-9]+)?)\\s*([KMGTP]?)(I?)B?", Pattern.CASE_INSENSITIVE);
    private static final Map<String, Integer> POWERS =
            Map.of("", 0, "K", 1, "M", 2, "G", 3, "T", 4, "P", 5);

    /// `MiB` counts in 1024s, `MB` and `M` in 1000s.
    public static Optional<ByteSize> parse(String text) {
        Matcher matcher = FORM.matcher(text.strip());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        int power = POWERS.getOrDefault(matcher.group(2).toUpperCase(Locale.ROOT), 0);
        long unit = matcher.group(3).isEmpty() ? 1000 : 1024;
        BigDecimal bytes =
                new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unit).pow(power));
        return bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0
                ? Optional.empty()
                : Optional.of(new ByteSize(bytes.longValue()));
    }
}
