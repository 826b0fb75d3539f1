package dev.llmprof.report;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.advice.Advice;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.capture.Conservation;
import dev.llmprof.analysis.prediction.OperatorJoin;
import dev.llmprof.report.advice.AdviceWords;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.section.CapturesSection;
import dev.llmprof.report.section.HottestBlocks;
import dev.llmprof.report.section.JoinSection;
import dev.llmprof.report.section.OverheadSection;
import dev.llmprof.report.section.PhasesSection;
import dev.llmprof.report.section.RankWords;
import dev.llmprof.report.section.StepBoundBlocks;
import dev.llmprof.report.section.SubjectWords;
import dev.llmprof.report.section.SummarySection;
import dev.llmprof.report.section.TimedCards;
import dev.llmprof.report.section.TrustSection;
import dev.llmprof.report.section.UnknownGpus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The few lines at the end of a run that matter.
public final class TerminalSummary {
    private static final int ADVICE = 3;
    private static final int HOTTEST = 5;

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
        findings.timings().ifPresent(timings -> blocks.add(TimedCards.line(timings)));
        OverheadSection.line(findings).ifPresent(blocks::add);
        blocks.addAll(TrustSection.loud(findings));
        blocks.addAll(UnknownGpus.of(findings));
        List<Block> phases = PhasesSection.brief(findings);
        if (!phases.isEmpty()) {
            blocks.add(new Block.Paragraph(""));
            blocks.addAll(phases);
            blocks.addAll(PhasesSection.words(findings));
        }
        together(blocks, findings);
        findings.main()
                .ifPresent(capture -> {
                    blocks.addAll(HottestBlocks.kernels(capture, HOTTEST));
                    blocks.addAll(HottestBlocks.operators(capture, HOTTEST));
                });
        advice(blocks, findings.advice());
        explained(blocks, JoinSection.joins(findings));
        findings.main().ifPresent(capture -> coverage(blocks, capture));
        return blocks;
    }

    /// What follows from numbers that are on the screen already.
    public static List<Block> conclusions(Findings findings) {
        List<Block> blocks = new ArrayList<>(SubjectWords.of(findings));
        // Ranks fill the screen; the pages say it of them.
        if (findings.relations().ranks().isEmpty()) {
            blocks.addAll(UnknownGpus.of(findings));
        }
        CapturesSection.repeats(findings).ifPresent(blocks::add);
        blocks.addAll(StepBoundBlocks.brief(findings));
        advice(blocks, findings.advice());
        explained(blocks, JoinSection.joins(findings));
        blocks.removeIf(block -> block.equals(new Block.Paragraph("")));
        return blocks;
    }

    /// What several captures say beside each other.
    private static void together(List<Block> blocks, Findings findings) {
        List<Block> found = new ArrayList<>();
        findings.relations()
                .ranks()
                .ifPresent(ranks -> found.add(new Block.Paragraph(RankWords.summary(ranks))));
        CapturesSection.repeats(findings).ifPresent(found::add);
        found.addAll(SubjectWords.of(findings));
        if (!found.isEmpty()) {
            blocks.add(new Block.Paragraph(""));
            blocks.addAll(found);
        }
    }

    private static void advice(List<Block> blocks, List<Advice> advice) {
        if (!advice.isEmpty()) {
            blocks.add(new Block.Paragraph(""));
            blocks.add(
                    new Block.Leads(
                            advice.stream().limit(ADVICE).map(AdviceWords::brief).toList()));
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
        blocks.add(
                new Block.Paragraph(
                        "time that matches operators of the model: "
                                + shares
                                + largest.orElse("")));
    }

    private static String attributed(Capture capture) {
        return capture.host().operators().rows().isEmpty()
                ? ""
                : "attributed "
                        + Cell.share(capture.gpu().attribution().coverage()).shown()
                        + " of the GPU time to operators; ";
    }

    private static void coverage(List<Block> blocks, Capture capture) {
        Conservation conservation = capture.conservation();
        if (conservation.gpuNanos() > 0) {
            blocks.add(
                    new Block.Paragraph(
                            attributed(capture)
                                    + "levels "
                                    + (conservation.holds()
                                            ? "add up"
                                            : "do not add up: internal error")));
        }
    }
}
