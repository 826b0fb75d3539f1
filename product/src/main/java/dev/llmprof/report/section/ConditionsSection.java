package dev.llmprof.report.section;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.RunTrust;
import dev.llmprof.analysis.conditions.HostLoad;
import dev.llmprof.analysis.conditions.RunConditions;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Numbers;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.block.Unit;
import dev.llmprof.report.table.TrustTables;
import java.util.ArrayList;
import java.util.List;

/// What the machine did meanwhile, drawn under the timeline, and what each phase took of it.
public final class ConditionsSection {
    private ConditionsSection() {}

    /// Without blocks where no run was made.
    public static Section of(Findings findings, int limit) {
        RunTrust trust = findings.trust();
        if (trust.conditions().isEmpty()) {
            return findings.provenance().steps().isEmpty()
                    ? new Section("conditions", "Conditions", List.of())
                    : Missing.section(
                            "conditions",
                            "Conditions",
                            "What the machine did during the run is not known.",
                            "pipeline.conditions.enable=true");
        }
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Paragraph(words(trust.conditions())));
        blocks.add(ConditionsFigure.of(trust.conditions()));
        blocks.add(phases(trust, limit));
        if (trust.phases().stream().noneMatch(row -> row.energy().isPresent())) {
            blocks.add(
                    new Block.Paragraph(
                            "Energy could not be read: it needs a GPU, or a CPU whose counters"
                                    + " (/sys/class/powercap) the user may read."));
        }
        return new Section("conditions", "Conditions", blocks);
    }

    private static Block phases(RunTrust trust, int limit) {
        return TrustTables.PHASES.grid(
                "Stages and phases",
                trust.phases(),
                limit,
                "stage",
                "source",
                "phase",
                "device",
                "seconds",
                "energy_j",
                "energy_uncertainty_j",
                "energy_per_token_j",
                "energy_per_token_uncertainty_j",
                "clock_hz",
                "highest_clock_hz",
                "throttled",
                "mfu",
                "mfu_at_clock");
    }

    private static String words(RunConditions conditions) {
        HostLoad load = HostLoad.of(conditions);
        String cpu =
                load.seconds() == 0
                        ? "the stages were too short to say who used the CPUs"
                        : "while the stages ran the CPUs were "
                                + share(load.busyShare())
                                + " busy, "
                                + share(load.otherShare())
                                + " with other processes";
        return "The machine was looked at for "
                + Numbers.text(conditions.seconds() * 1e9, Unit.NANOSECONDS)
                + ": "
                + cpu
                + ". All samples are in tables/conditions.parquet.";
    }

    private static String share(double share) {
        return Cell.number(share, Unit.FRACTION).shown();
    }
}
