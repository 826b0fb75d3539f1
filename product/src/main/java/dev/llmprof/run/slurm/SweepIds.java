package dev.llmprof.run.slurm;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Locale;

/// Names that no other sweep has: when it began, and chance.
final class SweepIds {
    private static final DateTimeFormatter WHEN =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private SweepIds() {}

    static String fresh(Instant now) {
        byte[] chance = new byte[4];
        new SecureRandom().nextBytes(chance);
        return WHEN.format(now) + "-" + HexFormat.of().formatHex(chance);
    }
}
