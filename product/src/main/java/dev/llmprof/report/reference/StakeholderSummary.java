package dev.llmprof.report.reference;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.advice.Advice;
import dev.llmprof.analysis.breakdown.KernelBreakdown;
import dev.llmprof.analysis.phase.Phases;
import dev.llmprof.analysis.workload.PhaseUtilisation;
import dev.llmprof.analysis.workload.RunUtilisation;
import dev.llmprof.analysis.workload.Timings;
import dev.llmprof.report.advice.AdviceWords;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Document;
import dev.llmprof.report.block.Numbers;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.block.Unit;
import dev.llmprof.report.page.PageHead;
import dev.llmprof.report.section.CapturesSection;
import dev.llmprof.report.section.KernelsSection;
import dev.llmprof.report.section.Missing;
import dev.llmprof.report.section.OperatorsSection;
import dev.llmprof.report.section.PhasesSection;
import dev.llmprof.report.section.RanksSection;
import dev.llmprof.report.section.SummarySection;
import dev.llmprof.report.section.UtilisationCells;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// `stakeholder_summary.md`: the reference's sections, for somebody who will not open a profiler.
public final class StakeholderSummary {
    private static final int TOP = 5;
    private static final double DOMINATES = 1.2;

    private StakeholderSummary() {}

    public static Document of(Findings findings) {
        List<Section> sections = new ArrayList<>();
        List<Block> environment = new ArrayList<>(List.of(environment(findings)));
        List<Document.Fact> facts =
                findings.provenance().head().isEmpty() ? List.of() : PageHead.of(findings);
        if (!facts.isEmpty()) {
            environment.add(
                    new Block.Bullets(
                            facts.stream().map(f -> f.label() + ": " + f.value()).toList()));
        }
        sections.add(new Section("environment", "Environment", environment));
        sections.add(
                new Section("aggregates", "Aggregates", List.of(SummarySection.cards(findings))));
        Stream.of(CapturesSection.of(findings), RanksSection.of(findings, TOP))
                .filter(section -> !section.blocks().isEmpty())
                .forEach(sections::add);
        sections.add(stages(findings));
        sections.add(utilisation(findings));
        sections.add(
                new Section(
                        "takeaways",
                        "Stage Takeaways",
                        List.of(new Block.Bullets(takeaways(findings)))));
        sections.add(topOperators(findings));
        sections.add(topKernels(findings));
        sections.add(recommendations(findings.advice()));
        return new Document("Stakeholder Summary", findings.title(), sections);
    }

    private static Block environment(Findings findings) {
        List<List<Cell>> rows = new ArrayList<>();
        String devices =
                findings.main().map(capture -> String.join(", ", capture.devices())).orElse("");
        rows.add(
                List.of(
                        Cell.text("Device"),
                        devices.isEmpty() ? Cell.text(findings.subtitle()) : Cell.text(devices)));
        findings.prediction()
                .ifPresent(p -> {
                    rows.add(List.of(Cell.text("Model"), Cell.text(p.model())));
                    rows.add(
                            List.of(
                                    Cell.text("Peak"),
                                    Cell.text(
                                            Numbers.text(
                                                            p.peakFlopsPerSecond(),
                                                            Unit.FLOPS_PER_SECOND)
                                                    + " "
                                                    + p.peakName())));
                    rows.add(
                            List.of(
                                    Cell.text("Memory bandwidth"),
                                    Cell.number(p.bytesPerSecond(), Unit.BYTES_PER_SECOND)));
                });
        rows.add(List.of(Cell.text("Tool"), Cell.text(findings.provenance().llmprof())));
        return new Block.Grid(
                "", List.of(Block.Column.words("Key"), Block.Column.words("Value")), rows);
    }

    private static Section stages(Findings findings) {
        if (PhasesSection.parts(findings).isEmpty()) {
            return Missing.section(
                    "stages",
                    "Per-Stage Timings",
                    "No phase is marked in what was captured.",
                    "llmprof run, or ranges named prefill and decode");
        }
        List<Block> blocks = new ArrayList<>();
        blocks.addAll(PhasesSection.tables(findings));
        blocks.addAll(PhasesSection.words(findings));
        findings.timings()
                .flatMap(Timings::typical)
                .filter(typical -> typical.median().visionNanos() > 0)
                .ifPresent(typical -> blocks.add(vision(typical)));
        return new Section("stages", "Per-Stage Timings", blocks);
    }

    private static Block vision(Timings.Typical typical) {
        return new Block.Note(
                Block.Tone.INFO,
                "Vision takes "
                        + Numbers.text((double) typical.median().visionNanos(), Unit.NANOSECONDS)
                        + " of each prefill ("
                        + typical.basis().words()
                        + "), nested within it: do not add the two.");
    }

    private static Section utilisation(Findings findings) {
        List<PhaseUtilisation> phases = UtilisationCells.phases(findings);
        if (phases.isEmpty()) {
            return Missing.section(
                    "mfu",
                    "MFU",
                    "Without a model and a device there is no utilisation to give.",
                    "pipeline.static_analysis.enable=true, gpu=NAME");
        }
        return new Section(
                "mfu",
                "MFU",
                List.of(
                        new Block.Grid(
                                "Convention: " + RunUtilisation.CONVENTION,
                                List.of(
                                        Block.Column.words("Scope"),
                                        Block.Column.number("MFU"),
                                        Block.Column.number("MBU")),
                                phases.stream()
                                        .map(p ->
                                                List.of(
                                                        Cell.text(p.phase()),
                                                        UtilisationCells.mfu(p),
                                                        UtilisationCells.mbu(p)))
                                        .toList())));
    }

    static List<String> takeaways(Findings findings) {
        Optional<Timings.Typical> typical = findings.timings().flatMap(Timings::typical);
        long prefill =
                typical.map(t -> t.median().prefillNanos())
                        .orElseGet(() -> traced(findings, false));
        long decode =
                typical.map(t -> t.median().decodeNanos()).orElseGet(() -> traced(findings, true));
        if (prefill == 0 && decode == 0) {
            return List.of(
                    "No prefill or decode was measured, so neither can be said to dominate.");
        }
        String both =
                "prefill "
                        + Cell.nanos(prefill).shown()
                        + ", decode "
                        + Cell.nanos(decode).shown()
                        + " ("
                        + typical.map(t -> t.basis().words())
                                .orElseGet(() -> PhasesSection.source(findings))
                        + ")";
        if (decode >= DOMINATES * Math.max(1, prefill)) {
            return List.of("Decode dominates: " + both + ".");
        }
        return prefill >= DOMINATES * Math.max(1, decode)
                ? List.of("Prefill dominates: " + both + ".")
                : List.of("Prefill and decode are comparable: " + both + ".");
    }

    /// Vision stages are parts of prefill.
    private static long traced(Findings findings, boolean decode) {
        return PhasesSection.parts(findings).stream()
                .filter(part -> part.name().equals("decode") == decode)
                .mapToLong(Phases.Part::nanos)
                .sum();
    }

    private static Section topOperators(Findings findings) {
        return findings.main()
                .filter(capture -> !capture.host().operators().rows().isEmpty())
                .map(capture ->
                        new Section(
                                "operators",
                                "Top Operators",
                                List.of(
                                        OperatorsSection.table(
                                                capture,
                                                capture.host().operators(),
                                                TOP,
                                                "Operators"))))
                .orElseGet(() ->
                        Missing.section(
                                "operators",
                                "Top Operators",
                                "No operator records.",
                                "pipeline.torch_profiler.enable=true"));
    }

    private static Section topKernels(Findings findings) {
        Optional<KernelBreakdown> kernels =
                findings.main()
                        .map(capture -> capture.gpu().kernels())
                        .filter(all -> !all.rows().isEmpty());
        return kernels.map(all ->
                        new Section(
                                "kernels", "Top Kernels", List.of(KernelsSection.table(all, TOP))))
                .orElseGet(() ->
                        Missing.section(
                                "kernels",
                                "Top Kernels",
                                "No kernels were captured.",
                                "a GPU, or a capture from one"));
    }

    private static Section recommendations(List<Advice> advice) {
        if (advice.isEmpty()) {
            return new Section(
                    "recommendations",
                    "Recommendations",
                    List.of(
                            new Block.Paragraph(
                                    "Nothing measured here crosses a threshold that calls for"
                                            + " one.")));
        }
        return new Section(
                "recommendations",
                "Recommendations",
                List.of(new Block.Bullets(advice.stream().map(AdviceWords::sentence).toList())));
    }
}
