package dev.llmprof.analysis.advice;

import static dev.llmprof.analysis.advice.Advices.share;

import dev.llmprof.analysis.breakdown.CategoryBreakdown;
import dev.llmprof.analysis.breakdown.OperatorRates;
import dev.llmprof.analysis.capture.Capture;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What the rates of operators show, where shapes are recorded and the GPU's peaks are known.
final class RateAdvice {
    private static final double TIMES_THE_BOUND = 2;
    private static final double WORTH_SAYING = .05;
    private static final double TRAFFIC = .30;
    private static final double KNOWN = .50;
    private static final double SAME = .80;

    private static final Comparator<OperatorRates.Row> BY_LOSS =
            Comparator.<OperatorRates.Row>comparingDouble(
                            row -> row.boundNanos().orElse(0) - row.gpuNanos())
                    .thenComparing(OperatorRates.Row::inputShapes)
                    .thenComparing(OperatorRates.Row::inputTypes);

    private RateAdvice() {}

    static List<Advice> of(Capture capture) {
        OperatorRates rates = capture.host().rates();
        if (rates.gpu().isEmpty()) {
            return List.of();
        }
        List<Advice> found = new ArrayList<>();
        Map<String, List<OperatorRates.Row>> byName = new TreeMap<>();
        for (OperatorRates.Row row : rates.certain()) {
            if (row.boundNanos().isPresent() && !isShort(row)) {
                byName.computeIfAbsent(row.name(), _ -> new ArrayList<>()).add(row);
            }
        }
        byName.forEach((name, rows) -> slow(capture, name, rows).ifPresent(found::add));
        traffic(capture).ifPresent(found::add);
        return found;
    }

    /// Whether the bounds of operators already tell of nearly all of the time of a decode's
    /// products. What an operator takes in other phases tells nothing of the decode.
    static boolean says(List<Advice> rates, Capture capture, Advice.DecodeProducts decode) {
        Map<String, Long> slow = new TreeMap<>();
        for (Advice rate : rates) {
            if (rate instanceof Advice.SlowOperator it && it.product()) {
                slow.put(it.operator(), it.nanos());
            }
        }
        long told =
                DecodeAdvice.decode(capture).stream()
                        .flatMap(part -> part.operators().stream())
                        .mapToLong(each ->
                                Math.min(each.deviceNanos(), slow.getOrDefault(each.name(), 0L)))
                        .sum();
        return told > SAME * decode.nanos();
    }

    /// Too little work for a GPU, whatever its peaks are.
    private static boolean isShort(OperatorRates.Row row) {
        return row.gpuNanos() < row.calls() * CategoryBreakdown.SHORT_NANOS;
    }

    private static Optional<Advice> slow(
            Capture capture, String name, List<OperatorRates.Row> rows) {
        long nanos = rows.stream().mapToLong(OperatorRates.Row::gpuNanos).sum();
        double bound = rows.stream().mapToDouble(row -> row.boundNanos().orElseThrow()).sum();
        double memory = rows.stream().mapToDouble(row -> row.memoryNanos().orElse(0)).sum();
        double share = share(nanos - bound, (double) capture.host().rates().gpuNanos());
        return nanos > TIMES_THE_BOUND * bound && share > WORTH_SAYING
                ? Optional.of(
                        new Advice.SlowOperator(
                                Advices.place(capture),
                                name,
                                rows.stream().sorted(BY_LOSS).map(RateAdvice::shape).toList(),
                                nanos,
                                bound,
                                2 * memory >= bound,
                                rows.stream().anyMatch(row -> row.flops().isPresent()),
                                share))
                : Optional.empty();
    }

    private static Advice.SlowShape shape(OperatorRates.Row row) {
        return new Advice.SlowShape(
                row.inputShapes(), row.calls(), row.gpuNanos(), row.shareOfBound().orElseThrow());
    }

    /// Rates are of operators, the time is that of kernels: most of it has to be known by both.
    private static Optional<Advice> traffic(Capture capture) {
        OperatorRates rates = capture.host().rates();
        long nanos = 0;
        long kernels = 0;
        for (CategoryBreakdown.Row row : KernelAdvice.fusable(capture)) {
            nanos += row.totalNanos() - row.shortNanos();
            kernels += row.count() - row.shortKernels();
        }
        List<OperatorRates.Row> moving =
                rates.certain().stream()
                        .filter(row -> row.flops().isEmpty() && !isShort(row))
                        .filter(row -> row.memoryNanos().isPresent())
                        .toList();
        long known = moving.stream().mapToLong(OperatorRates.Row::gpuNanos).sum();
        double share = share(nanos, capture.gpu().kernels().totalNanos());
        double bytes = moving.stream().mapToDouble(row -> row.bytes().orElse(0)).sum();
        return share > TRAFFIC && known > KNOWN * nanos
                ? Optional.of(
                        new Advice.MemoryTraffic(
                                Advices.place(capture),
                                nanos,
                                kernels,
                                share(bytes * 1e9, (double) known),
                                rates.peakBytesPerSecond(),
                                moving.stream()
                                        .mapToDouble(row -> row.memoryNanos().orElse(0))
                                        .sum(),
                                share))
                : Optional.empty();
    }
}
