package dev.llmprof.analysis.ncu;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// A kernel on the roofline, from its own counters: a point for each kind of arithmetic that was
/// counted.
///
/// `main` is the point of the counted tensor and floating operations, else the one with most work;
/// empty when nothing was counted, or nothing was done. Peaks are those the report itself states,
/// at the clocks it ran with.
public record NcuRoofline(
        List<Point> points,
        Optional<Point> main,
        OptionalDouble peakDramBytesPerSecond,
        OptionalDouble peakFp32PerSecond,
        OptionalDouble peakFp64PerSecond) {
    public static final NcuRoofline NONE =
            new NcuRoofline(
                    List.of(),
                    Optional.empty(),
                    OptionalDouble.empty(),
                    OptionalDouble.empty(),
                    OptionalDouble.empty());

    public NcuRoofline {
        points = List.copyOf(points);
    }

    /// What was counted.
    public enum Arithmetic {
        COUNTED("counted operations"),
        FP64("FP64"),
        FP32("FP32"),
        FP16("FP16");

        private final String label;

        Arithmetic(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }

    /// Operations a second, DRAM bytes a second, and their quotient.
    public record Point(Arithmetic arithmetic, double operationsPerSecond, double bytesPerSecond) {
        public double operationsPerByte() {
            return operationsPerSecond / bytesPerSecond;
        }
    }
}
