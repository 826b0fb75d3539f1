package dev.llmprof.report.section;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.prediction.Prediction;
import dev.llmprof.analysis.workload.PhaseUtilisation;
import dev.llmprof.analysis.workload.RunUtilisation;
import dev.llmprof.analysis.workload.TimeBasis;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The phases of one request against what the device could do. Its times are of one source, which
/// need not be that of the capture, so it is a table of its own.
public final class PhaseBounds {
    private static final String ONE = "One request against the device: ";

    private PhaseBounds() {}

    /// Empty where no model, device or time is known.
    public static Optional<Block.Grid> table(Findings findings) {
        List<PhaseUtilisation> phases = phases(findings);
        List<Block.Column> columns = new ArrayList<>(columns());
        columns.add(Block.Column.words("statistic").meaning("what the time is of"));
        return phases.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new Block.Grid(
                                        ONE + words(phases, TimeBasis::source),
                                        columns,
                                        phases.stream()
                                                .map(phase -> {
                                                    List<Cell> cells = cells(phase, findings);
                                                    cells.add(Cell.text(phase.time().statistic()));
                                                    return cells;
                                                })
                                                .toList())
                                .from("utilisation"));
    }

    /// The same for a narrow screen, where what the times are of stands above.
    public static List<Block> brief(Findings findings) {
        List<PhaseUtilisation> phases = phases(findings);
        return phases.isEmpty()
                ? List.of()
                : List.of(
                        new Block.Paragraph(ONE + words(phases, TimeBasis::words)),
                        new Block.Grid(
                                "",
                                columns(),
                                phases.stream().map(phase -> cells(phase, findings)).toList()));
    }

    /// Those of the source that the first has: a table has one.
    private static List<PhaseUtilisation> phases(Findings findings) {
        List<PhaseUtilisation> all = UtilisationCells.phases(findings);
        return all.stream()
                .filter(each -> each.time().source().equals(all.getFirst().time().source()))
                .toList();
    }

    private static String words(
            List<PhaseUtilisation> phases, Function<TimeBasis, String> ofBasis) {
        return phases.stream()
                .map(PhaseUtilisation::time)
                .map(ofBasis)
                .distinct()
                .collect(Collectors.joining("; "));
    }

    private static List<Block.Column> columns() {
        return List.of(
                Block.Column.words("phase"),
                Block.Column.number("time"),
                Block.Column.number("bound").meaning("least time by the roofline"),
                Block.Column.number("× bound"),
                Block.Column.number("MFU").meaning(RunUtilisation.CONVENTION),
                Block.Column.number("MBU").meaning(RunUtilisation.CONVENTION));
    }

    private static List<Cell> cells(PhaseUtilisation phase, Findings findings) {
        Cell none = Cell.absent("no prediction for this phase");
        Optional<Double> bound =
                findings.prediction().stream()
                        .flatMap(prediction -> prediction.phases().stream())
                        .filter(part -> part.phase().equals(phase.phase()))
                        .map(Prediction.Part::boundNanos)
                        .filter(nanos -> nanos > 0)
                        .findFirst();
        List<Cell> cells = new ArrayList<>();
        cells.add(Cell.text(phase.phase()));
        cells.add(Cell.nanos(phase.measuredNanos()));
        cells.add(bound.<Cell>map(Cell::nanos).orElse(none));
        cells.add(
                bound.<Cell>map(b -> Cell.number(phase.measuredNanos() / b, Unit.TIMES))
                        .orElse(none));
        cells.add(UtilisationCells.mfu(phase));
        cells.add(UtilisationCells.mbu(phase));
        return cells;
    }
}
