package dev.llmprof.report;

import dev.llmprof.analysis.Advice;
import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.breakdown.KernelBreakdown;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.capture.Conservation;
import dev.llmprof.analysis.kernel.KernelNames;
import dev.llmprof.analysis.prediction.OperatorJoin;
import dev.llmprof.analysis.workload.RunUtilisation;
import dev.llmprof.report.advice.AdviceWords;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.section.JoinSection;
import dev.llmprof.report.section.PhasesSection;
import dev.llmprof.report.section.SummarySection;
import dev.llmprof.report.section.UtilisationCells;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The few lines at the end of a run that matter.
public final class TerminalSummary {
    private static final int ADVICE = 3;
    private static final int KERNELS = 3;

    private TerminalSummary() {}

    public static List<Block> of(Findings findings) {
        List<Block> blocks = new ArrayList<>();
        // MFU and MBU stand in the table of phases below.
        List<Block.Card> known =
                SummarySection.cards(findings).cards().stream()
                        .filter(card -> !(card.value() instanceof Cell.Absent))
                        .filter(card -> !card.label().startsWith("M"))
                        .toList();
        if (!known.isEmpty()) {
            blocks.add(new Block.Cards(known));
        }
        if (!PhasesSection.parts(findings).isEmpty()) {
            blocks.add(new Block.Paragraph(""));
            blocks.add(PhasesSection.brief(findings));
            blocks.addAll(UtilisationCells.remarks(findings, RunUtilisation.IN_SHORT));
            blocks.addAll(PhasesSection.words(findings));
        }
        findings.main().ifPresent(capture -> kernels(blocks, capture.gpu().kernels()));
        advice(blocks, findings.advice());
        explained(blocks, JoinSection.joins(findings));
        findings.main().ifPresent(capture -> coverage(blocks, capture));
        return blocks;
    }

    /// What follows from numbers that are on the screen already.
    public static List<Block> conclusions(Findings findings) {
        List<Block> blocks = new ArrayList<>();
        advice(blocks, findings.advice());
        explained(blocks, JoinSection.joins(findings));
        blocks.removeIf(block -> block.equals(new Block.Paragraph("")));
        return blocks;
    }

    private static void kernels(List<Block> blocks, KernelBreakdown kernels) {
        if (!kernels.rows().isEmpty()) {
            blocks.add(new Block.Paragraph(""));
            blocks.add(
                    new Block.Grid(
                            "",
                            List.of(
                                    Block.Column.words("hottest kernels"),
                                    Block.Column.number("share"),
                                    Block.Column.number("total"),
                                    Block.Column.number("calls")),
                            kernels.rows().stream()
                                    .limit(KERNELS)
                                    .map(row -> row(row, kernels.totalNanos()))
                                    .toList()));
        }
    }

    private static List<Cell> row(KernelBreakdown.Row row, long total) {
        return List.of(
                Cell.name(KernelNames.brief(row.name())),
                Cell.share((double) row.spread().totalNanos() / total),
                Cell.nanos(row.spread().totalNanos()),
                Cell.count(row.spread().count()));
    }

    private static void advice(List<Block> blocks, List<Advice> advice) {
        if (!advice.isEmpty()) {
            blocks.add(new Block.Paragraph(""));
            blocks.add(
                    new Block.Bullets(
                            advice.stream()
                                    .limit(ADVICE)
                                    .map(AdviceWords::of)
                                    .map(words -> words.finding() + ": " + words.evidence())
                                    .toList()));
        }
    }

    /// How much of each phase the model explains, and the largest thing that it does not.
    private static void explained(List<Block> blocks, List<OperatorJoin> joins) {
        if (joins.isEmpty()) {
            return;
        }
        String shares =
                joins.stream()
                        .map(join -> join.phase() + " " + Cell.share(join.coverage()).shown())
                        .collect(Collectors.joining(", "));
        Optional<String> largest =
                JoinSection.rest(joins).stream()
                        .findFirst()
                        .map(item ->
                                "; most of the rest is "
                                        + item.operator().name()
                                        + ", "
                                        + Cell.nanos(item.nanos()).shown()
                                        + " of "
                                        + item.join().phase());
        blocks.add(new Block.Paragraph("explained by the model: " + shares + largest.orElse("")));
    }

    private static void coverage(List<Block> blocks, Capture capture) {
        Conservation conservation = capture.conservation();
        if (conservation.gpuNanos() > 0) {
            blocks.add(
                    new Block.Paragraph(
                            "attributed "
                                    + Cell.share(capture.gpu().attribution().coverage()).shown()
                                    + " of the GPU time to operators; levels "
                                    + (conservation.holds()
                                            ? "add up"
                                            : "do not add up: our error")));
        }
    }
}
