package dev.llmprof.analysis.lint;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.capture.TraceSigns;
import dev.llmprof.trace.Reading;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// Whether a file is whole, and whether its times can be true.
final class FileLints {
    /// No kernel takes as long on average, and none as short.
    private static final double LONGEST_MEAN_NANOS = 1e9;

    private static final double SHORTEST_MEAN_NANOS = 100;
    private static final long LONGEST_SPAN_NANOS = 30L * 24 * 3_600 * 1_000_000_000L;

    /// One tick of the GPU's clock that profilers convert is about a microsecond.
    private static final double EARLY_NANOS = 1_000;

    private static final double FEW = .01;
    private static final List<String> LOSSES =
            List.of("drop", "lost", "overflow", "not all", "incomplete", "buffer");

    private FileLints() {}

    static List<LintFinding> of(Capture capture) {
        Reading reading = capture.origin().reading();
        TraceSigns signs = capture.signs();
        var evidence = Evidence.of(capture);
        evidence.add(
                !reading.whole(),
                LintRule.TRUNCATED_FILE,
                "%s; %,d events were read",
                remark(reading, "breaks off", "damaged", "cut"),
                reading.events());
        evidence.add(
                reading.whole() && reading.broken() > 0,
                LintRule.BROKEN_EVENTS,
                "%,d could not be read, %,d could",
                reading.broken(),
                reading.events());
        evidence.add(
                reading.negativeDurations() > 0,
                LintRule.NEGATIVE_DURATIONS,
                "%,d of %,d events",
                reading.negativeDurations(),
                reading.events());
        unit(evidence, signs);
        double early = Evidence.share(signs.early().events(), signs.linked().events());
        evidence.add(
                early > FEW && signs.early().meanNanos() > EARLY_NANOS,
                LintRule.OUT_OF_ORDER,
                "%,d of %,d GPU events begin before their launch, %s on average",
                signs.early().events(),
                signs.linked().events(),
                Evidence.time(signs.early().meanNanos()));
        lost(evidence, capture);
        return evidence.found();
    }

    private static void unit(Evidence evidence, TraceSigns signs) {
        double mean = signs.kernels().meanNanos();
        boolean kernels = signs.kernels().events() > 0;
        evidence.add(
                kernels && mean > LONGEST_MEAN_NANOS,
                LintRule.WRONG_TIME_UNIT,
                "a kernel takes %s on average",
                Evidence.time(mean));
        evidence.add(
                kernels && mean < SHORTEST_MEAN_NANOS,
                LintRule.WRONG_TIME_UNIT,
                "a kernel takes %.3g ns on average",
                mean);
        evidence.add(
                !kernels && signs.spanNanos() > LONGEST_SPAN_NANOS,
                LintRule.WRONG_TIME_UNIT,
                "the capture spans %.0f days",
                signs.spanNanos() / 86_400e9);
    }

    /// nsys's own diagnostics are among the remarks.
    private static void lost(Evidence evidence, Capture capture) {
        String losses =
                capture.remarks().stream()
                        .filter(remark -> remark.startsWith("nsys "))
                        .filter(remark ->
                                LOSSES.stream().anyMatch(remark.toLowerCase(Locale.ROOT)::contains))
                        .collect(Collectors.joining("; "));
        evidence.add(!losses.isEmpty(), LintRule.DROPPED_EVENTS, "%s", losses);
        TraceSigns signs = capture.signs();
        double workless = Evidence.share(signs.workless(), signs.launches());
        boolean captured = capture.gpu().graphLaunches().captures() > 0;
        evidence.add(
                workless > FEW && !captured,
                LintRule.LOST_GPU_WORK,
                "%,d of %,d launches between the first and the last with GPU work",
                signs.workless(),
                signs.launches());
    }

    private static String remark(Reading reading, String... words) {
        return reading.remarks().stream()
                .filter(remark -> List.of(words).stream().anyMatch(remark::contains))
                .findFirst()
                .orElse("its end is missing");
    }
}
