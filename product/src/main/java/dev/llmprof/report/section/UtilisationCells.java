package dev.llmprof.report.section;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.workload.PhaseUtilisation;
import dev.llmprof.analysis.workload.RunUtilisation;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Unit;
import java.util.List;
import java.util.stream.Collectors;

/// MFU and MBU as pages and terminals show them: what lies above its peak is marked, since it is
/// our error and no achievement.
public final class UtilisationCells {
    private UtilisationCells() {}

    public static List<PhaseUtilisation> phases(Findings findings) {
        return findings.utilisation().map(RunUtilisation::phases).orElse(List.of());
    }

    public static Cell mfu(PhaseUtilisation phase) {
        return share(phase.mfu());
    }

    public static Cell mbu(PhaseUtilisation phase) {
        return share(phase.mbu());
    }

    /// A headline is no place for an error.
    static Cell headline(double share) {
        return share > 1 ? Cell.absent("above its peak: internal error") : share(share);
    }

    private static Cell share(double share) {
        Cell number = Cell.number(share, Unit.FRACTION);
        return share > 1 ? Cell.text(number.shown() + ", internal error") : number;
    }

    /// What was counted, and the phases that cannot be right; nothing where nothing is shown.
    public static List<Block> remarks(Findings findings, String convention) {
        List<PhaseUtilisation> phases = phases(findings);
        if (phases.isEmpty()) {
            return List.of();
        }
        String wrong =
                phases.stream()
                        .filter(PhaseUtilisation::abovePeak)
                        .map(PhaseUtilisation::phase)
                        .collect(Collectors.joining(", "));
        Block counted = new Block.Paragraph(convention);
        return wrong.isEmpty()
                ? List.of(counted)
                : List.of(
                        counted,
                        new Block.Note(
                                Block.Tone.WARNING,
                                "MFU or MBU of "
                                        + wrong
                                        + " lies above 100 %. That cannot be: the peak, the model or the clock we assume is wrong."));
    }
}
