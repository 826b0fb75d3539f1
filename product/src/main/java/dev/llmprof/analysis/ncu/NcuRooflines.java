package dev.llmprof.analysis.ncu;

import dev.llmprof.analysis.ncu.NcuRoofline.Arithmetic;
import dev.llmprof.analysis.ncu.NcuRoofline.Point;
import dev.llmprof.trace.ncu.NcuMetrics;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/// Rooflines from a launch's counters, every one in its base unit.
public final class NcuRooflines {
    private static final double NANOS_PER_SECOND = 1e9;

    private final NcuMetrics metrics;

    private NcuRooflines(NcuMetrics metrics) {
        this.metrics = metrics;
    }

    public static NcuRoofline of(NcuMetrics metrics) {
        return new NcuRooflines(metrics).roofline();
    }

    /// Over several launches each kind's mean work over its mean traffic, so that long launches
    /// count as such.
    public static NcuRoofline mean(List<NcuMetrics> launches) {
        if (launches.size() == 1) {
            return of(launches.getFirst());
        }
        List<NcuRoofline> all = launches.stream().map(NcuRooflines::of).toList();
        List<Point> points = new ArrayList<>();
        for (Arithmetic kind : Arithmetic.values()) {
            List<Point> same =
                    all.stream()
                            .flatMap(one -> one.points().stream())
                            .filter(point -> point.arithmetic() == kind)
                            .toList();
            if (!same.isEmpty()) {
                points.add(mean(kind, same));
            }
        }
        NcuRoofline first = all.getFirst();
        return new NcuRoofline(
                points,
                main(points),
                first.peakDramBytesPerSecond(),
                first.peakFp32PerSecond(),
                first.peakFp64PerSecond());
    }

    private static Point mean(Arithmetic kind, List<Point> points) {
        return new Point(
                kind,
                points.stream().mapToDouble(Point::operationsPerSecond).average().orElse(0),
                points.stream().mapToDouble(Point::bytesPerSecond).average().orElse(0));
    }

    private NcuRoofline roofline() {
        List<Point> points = new ArrayList<>();
        OptionalDouble traffic = bytesPerSecond();
        if (traffic.isPresent() && traffic.getAsDouble() > 0) {
            add(points, Arithmetic.COUNTED, counted(), traffic.getAsDouble());
            add(points, Arithmetic.FP64, fused("d"), traffic.getAsDouble());
            add(points, Arithmetic.FP32, fused("f"), traffic.getAsDouble());
            add(points, Arithmetic.FP16, fused("h"), traffic.getAsDouble());
        }
        return new NcuRoofline(points, main(points), peakTraffic(), peak("f"), peak("d"));
    }

    private static void add(
            List<Point> points, Arithmetic kind, OptionalDouble perSecond, double traffic) {
        if (perSecond.isPresent() && perSecond.getAsDouble() > 0) {
            points.add(new Point(kind, perSecond.getAsDouble(), traffic));
        }
    }

    private static Optional<Point> main(List<Point> points) {
        return points.stream()
                .filter(point -> point.arithmetic() == Arithmetic.COUNTED)
                .findFirst()
                .or(() ->
                        points.stream()
                                .max(Comparator.comparingDouble(Point::operationsPerSecond)));
    }

    /// Tensor operations by their number formats, and the floating operations where ncu counts them
    /// as such.
    private OptionalDouble counted() {
        double operations = 0;
        for (int row = 0; row < metrics.size(); row++) {
            String name = metrics.name(row);
            boolean counts =
                    (name.startsWith("sm__ops_path_tensor_src_") || name.startsWith("flop_count_"))
                            && name.endsWith(".sum");
            operations += counts ? metrics.base(row).orElse(0) : 0;
        }
        OptionalDouble nanos = NcuFact.DURATION.of(metrics);
        return operations > 0 && nanos.orElse(0) > 0
                ? OptionalDouble.of(operations / nanos.getAsDouble() * NANOS_PER_SECOND)
                : OptionalDouble.empty();
    }

    /// Adds and multiplications count one, fused ones two; per cycle, at the clock of the SMs.
    private OptionalDouble fused(String precision) {
        String counter = "smsp__sass_thread_inst_executed_op_" + precision;
        String letter = precision.toUpperCase(Locale.ROOT);
        OptionalDouble fma =
                twiceOr(
                        counter + "fma_pred_on.sum.per_cycle_elapsed",
                        "Predicated-On " + letter + "FMA Operations Per Cycle",
                        "derived__" + counter + "fma_pred_on_x2");
        OptionalDouble clock = clock();
        if (fma.isEmpty() || clock.isEmpty()) {
            return OptionalDouble.empty();
        }
        double perCycle =
                fma.getAsDouble() + single(counter, letter, "add") + single(counter, letter, "mul");
        return OptionalDouble.of(perCycle * clock.getAsDouble());
    }

    private double single(String counter, String letter, String operation) {
        String label =
                "Predicated-On "
                        + letter
                        + operation.toUpperCase(Locale.ROOT)
                        + " Thread Instructions Executed Per Cycle";
        return first(counter + operation + "_pred_on.sum.per_cycle_elapsed", label).orElse(0);
    }

    private OptionalDouble clock() {
        OptionalDouble counted =
                first("smsp__cycles_elapsed.avg.per_second", "sm__cycles_elapsed.avg.per_second");
        if (counted.isPresent()) {
            return counted;
        }
        OptionalDouble charted = metrics.base("GPU Speed Of Light Roofline Chart", "SM Frequency");
        return charted.isPresent()
                ? charted
                : first("gpc__cycles_elapsed.avg.per_second", "SM Frequency");
    }

    private OptionalDouble bytesPerSecond() {
        OptionalDouble nanos = NcuFact.DURATION.of(metrics);
        OptionalDouble bytes = bytes();
        if (bytes.isPresent() && nanos.orElse(0) > 0) {
            return OptionalDouble.of(bytes.getAsDouble() / nanos.getAsDouble() * NANOS_PER_SECOND);
        }
        return NcuFact.DRAM_BYTES_PER_SECOND.of(metrics);
    }

    private OptionalDouble bytes() {
        OptionalDouble read = metrics.base("dram__bytes_read.sum");
        OptionalDouble written = metrics.base("dram__bytes_write.sum");
        return read.isPresent() && written.isPresent()
                ? OptionalDouble.of(read.getAsDouble() + written.getAsDouble())
                : metrics.base("dram__bytes.sum");
    }

    private OptionalDouble peakTraffic() {
        OptionalDouble perCycle =
                first("dram__bytes.sum.peak_sustained", "Theoretical DRAM Bytes Accessible");
        OptionalDouble clock = first("dram__cycles_elapsed.avg.per_second", "DRAM Frequency");
        return product(perCycle, clock);
    }

    private OptionalDouble peak(String precision) {
        String name = "sm__sass_thread_inst_executed_op_" + precision + "fma_pred_on";
        String letter = precision.toUpperCase(Locale.ROOT);
        OptionalDouble perCycle =
                twiceOr(
                        name + ".sum.peak_sustained",
                        "derived__" + name + "_x2",
                        "Theoretical Predicated-On " + letter + "FMA Operations");
        return product(perCycle, clock());
    }

    /// Twice what counts instructions that do two operations, else what counts the operations.
    private OptionalDouble twiceOr(String instructions, String... operations) {
        OptionalDouble single = metrics.base(instructions);
        return single.isPresent() ? OptionalDouble.of(2 * single.getAsDouble()) : first(operations);
    }

    private static OptionalDouble product(OptionalDouble left, OptionalDouble right) {
        return left.isPresent() && right.isPresent()
                ? OptionalDouble.of(left.getAsDouble() * right.getAsDouble())
                : OptionalDouble.empty();
    }

    private OptionalDouble first(String... names) {
        for (String name : names) {
            OptionalDouble value = metrics.base(name);
            if (value.isPresent()) {
                return value;
            }
        }
        return OptionalDouble.empty();
    }
}
