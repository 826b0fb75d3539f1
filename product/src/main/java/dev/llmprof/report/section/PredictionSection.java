package dev.llmprof.report.section;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.prediction.Prediction;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Chart;
import dev.llmprof.report.block.Numbers;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.block.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What the hardware would need at least, beside what was measured.
public final class PredictionSection {

    private PredictionSection() {}

    public static Section of(Findings findings) {
        return findings.prediction()
                .map(PredictionSection::section)
                .orElseGet(() ->
                        Missing.section(
                                "prediction",
                                "Predicted against measured",
                                "No model and device are known to predict from.",
                                "llmprof run with pipeline.static_analysis.enable=true, or llmprof analyze … --model CONFIG --gpu NAME"));
    }

    private static Section section(Prediction prediction) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(
                new Block.Paragraph(
                        prediction.model()
                                + " on "
                                + prediction.hardware()
                                + ": "
                                + Numbers.text(
                                        prediction.peakFlopsPerSecond(), Unit.FLOPS_PER_SECOND)
                                + " "
                                + prediction.peakName()
                                + ", "
                                + Numbers.text(prediction.bytesPerSecond(), Unit.BYTES_PER_SECOND)
                                + ". Convention: "
                                + prediction.convention()
                                + ". "
                                + prediction.requests()));
        if (prediction.parts().stream().anyMatch(Prediction.Part::impossible)) {
            blocks.add(
                    new Block.Note(
                            Block.Tone.WARNING,
                            "A measurement lies below its bound. That cannot be: the peak, the model or the request we"
                                    + " assume is wrong. The rows are marked."));
        }
        blocks.add(chart(prediction));
        blocks.add(table("Phases against their bound", prediction.phases()));
        if (!prediction.operators().isEmpty()) {
            List<Prediction.Part> classes = new ArrayList<>(prediction.totals());
            classes.addAll(prediction.operators());
            bareTimes(prediction).ifPresent(blocks::add);
            blocks.add(
                    table(
                            "Operator classes against their bound, the most lost time first",
                            classes));
        }
        return new Section("prediction", "Predicted against measured", blocks);
    }

    /// Why classes may add up to more than their phase took.
    private static Optional<Block> bareTimes(Prediction prediction) {
        List<String> phases = new ArrayList<>();
        for (Prediction.Part total : prediction.totals()) {
            prediction.phases().stream()
                    .filter(phase -> phase.phase().equals(total.phase()))
                    .filter(phase -> !phase.time().equals(total.time()))
                    .forEach(phase -> phases.add(bareTime(phase, total)));
        }
        return phases.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new Block.Paragraph(
                                "Operator classes are timed in the trace, under the profiler, and may"
                                        + " add up to more than their phase took without it: "
                                        + String.join(", ", phases)
                                        + "."));
    }

    private static String bareTime(Prediction.Part phase, Prediction.Part total) {
        return phase.phase()
                + " "
                + Cell.nanos(total.measuredNanos().orElseThrow()).shown()
                + " ("
                + Cell.nanos(phase.measuredNanos().orElseThrow()).shown()
                + " by the workload's own clock)";
    }

    /// Bounds alone where nothing was measured.
    private static Block chart(Prediction prediction) {
        List<Prediction.Part> parts =
                prediction.operators().isEmpty() ? prediction.phases() : prediction.operators();
        boolean measured = measured(parts);
        List<Prediction.Part> shown =
                parts.stream()
                        .filter(p -> !measured || p.measuredNanos().isPresent())
                        .limit(12)
                        .toList();
        List<Chart.Bars.Series> series = new ArrayList<>();
        series.add(
                new Chart.Bars.Series(
                        "bound", shown.stream().map(Prediction.Part::boundNanos).toList()));
        if (measured) {
            series.add(
                    new Chart.Bars.Series(
                            "measured",
                            shown.stream().map(p -> p.measuredNanos().orElse(0.0)).toList()));
        }
        return new Block.Figure(
                measured ? "Bound beside measured" : "Bounds",
                measured
                        ? "The least time the roofline allows, and the time taken."
                        : "The least time the roofline allows; nothing was measured.",
                new Chart.Bars(
                        Unit.NANOSECONDS,
                        false,
                        shown.stream().map(PredictionSection::label).toList(),
                        series));
    }

    private static boolean measured(List<Prediction.Part> parts) {
        return parts.stream().anyMatch(part -> part.measuredNanos().isPresent());
    }

    private static String label(Prediction.Part part) {
        return part.operators().isEmpty() ? part.phase() : part.phase() + " · " + part.operators();
    }

    private static Block.Grid table(String caption, List<Prediction.Part> parts) {
        boolean measured = measured(parts);
        List<Block.Column> columns =
                new ArrayList<>(
                        List.of(
                                Block.Column.words("phase"),
                                Block.Column.words("operators"),
                                Block.Column.number("FLOPs"),
                                Block.Column.number("bytes"),
                                Block.Column.number("FLOP/B")
                                        .meaning("FLOPs of the matrix units per byte"),
                                Block.Column.words("bound by"),
                                Block.Column.number("bound")));
        if (measured) {
            columns.add(Block.Column.number("measured"));
            columns.add(Block.Column.words("by"));
            columns.add(Block.Column.number("ratio"));
            columns.add(Block.Column.number("excess"));
            columns.add(Block.Column.words("remark"));
        }
        return new Block.Grid(
                        caption, columns, parts.stream().map(part -> row(part, measured)).toList())
                .filled()
                .from("prediction");
    }

    private static List<Cell> row(Prediction.Part part, boolean measured) {
        List<Cell> cells =
                new ArrayList<>(
                        List.of(
                                Cell.text(part.phase()),
                                Cell.text(part.operators().isEmpty() ? "all" : part.operators()),
                                Cell.number(part.flops(), Unit.FLOPS),
                                Cell.number(part.bytes(), Unit.BYTES),
                                part.flopsPerByte() > 0
                                        ? Cell.number(part.flopsPerByte(), Unit.PLAIN)
                                        : Cell.absent(
                                                "no work for the matrix units, or nothing moved"),
                                Cell.text(part.bound().name().toLowerCase(Locale.ROOT)),
                                Cell.nanos(part.boundNanos())));
        if (measured) {
            cells.addAll(measured(part));
        }
        return cells;
    }

    private static List<Cell> measured(Prediction.Part part) {
        Cell none = Cell.absent("not measured");
        return List.of(
                part.measuredNanos().<Cell>map(Cell::nanos).orElse(none),
                part.measuredNanos().map(_ -> Cell.text(part.time().words())).orElse(none),
                part.measuredNanos()
                        .filter(_ -> part.boundNanos() > 0)
                        .map(m -> Cell.number(m / part.boundNanos(), Unit.TIMES))
                        .orElse(none),
                part.measuredNanos().isPresent() ? Cell.nanos(part.excessNanos()) : none,
                Cell.text(part.impossible() ? "below its bound: internal error" : ""));
    }
}
