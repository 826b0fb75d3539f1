package dev.llmprof.report.section;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.Provenance;
import dev.llmprof.analysis.advice.Advice;
import dev.llmprof.analysis.breakdown.KernelBreakdown;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.capture.Conservation;
import dev.llmprof.analysis.kernel.KernelNames;
import dev.llmprof.analysis.source.KernelJoin;
import dev.llmprof.analysis.source.SourceComparison;
import dev.llmprof.analysis.workload.PhaseUtilisation;
import dev.llmprof.problem.Problem;
import dev.llmprof.report.advice.AdviceWords;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Numbers;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.block.ShownText;
import dev.llmprof.report.block.Unit;
import dev.llmprof.report.request.RequestCards;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What a reader in a hurry needs: what to try, the cards, and whether it adds up.
public final class SummarySection {
    /// The phases that every model has; the table of phases has the others.
    private static final Set<String> HEADLINES = Set.of("prefill", "decode");

    private SummarySection() {}

    public static Section of(Findings findings) {
        List<Block> blocks = new ArrayList<>();
        failures(blocks, findings.provenance());
        findings.main().ifPresent(capture -> remarks(blocks, capture));
        blocks.addAll(TrustSection.loud(findings));
        blocks.addAll(SubjectWords.of(findings));
        advice(blocks, findings.advice());
        blocks.add(cards(findings));
        blocks.addAll(UnknownGpus.of(findings));
        findings.main()
                .ifPresentOrElse(
                        capture -> headline(blocks, capture),
                        () -> blocks.addAll(CountersSection.hottest(findings)));
        findings.relations()
                .ranks()
                .ifPresent(
                        ranks -> blocks.add(new Block.Paragraph(RankWords.summary(ranks) + ".")));
        findings.main().ifPresent(capture -> coverage(blocks, capture));
        return new Section("summary", "Summary", blocks);
    }

    /// A stage that failed explains why so much is missing.
    private static void failures(List<Block> blocks, Provenance provenance) {
        for (Provenance.Step step : provenance.steps()) {
            if (lost(step)) {
                step.problems()
                        .forEach(problem ->
                                blocks.add(
                                        new Block.Note(Block.Tone.WARNING, words(step, problem))));
            }
        }
    }

    /// How a capture without GPU work was read comes before anything is said of it.
    private static void remarks(List<Block> blocks, Capture capture) {
        if (capture.gpu().timeline().spanNanos() == 0) {
            capture.remarks()
                    .forEach(remark -> blocks.add(new Block.Note(Block.Tone.WARNING, remark)));
        }
    }

    static boolean lost(Provenance.Step step) {
        return step.outcome().startsWith("failed") || step.outcome().startsWith("degraded");
    }

    static String words(Provenance.Step step, Problem problem) {
        String fix = problem.fix().isEmpty() ? "" : "\nFix: " + problem.fix();
        return step.name() + ": " + problem.what() + "\nSee " + problem.at() + fix;
    }

    public static Block.Cards cards(Findings findings) {
        List<Block.Card> cards = new ArrayList<>();
        cards.addAll(serving(findings));
        cards.addAll(utilisation(findings));
        findings.main()
                .ifPresentOrElse(
                        capture -> cards.addAll(GpuCards.of(capture)),
                        () -> cards.addAll(kernels(findings.kernels())));
        // What is known first; a reader should not begin with what is not.
        cards.sort(Comparator.comparing(card -> card.value() instanceof Cell.Absent));
        return new Block.Cards(cards);
    }

    private static List<Block.Card> serving(Findings findings) {
        return findings.serving()
                .map(RequestCards::of)
                .or(() -> findings.timings().map(TimedCards::of))
                .orElseGet(() -> Serving.fromPhases(findings));
    }

    private static List<Block.Card> utilisation(Findings findings) {
        List<Block.Card> cards = new ArrayList<>();
        for (PhaseUtilisation phase : UtilisationCells.phases(findings)) {
            if (!HEADLINES.contains(phase.phase())) {
                continue;
            }
            PhaseUtilisation.DevicePeaks peaks = phase.peaks();
            cards.add(
                    new Block.Card(
                            "MFU, " + phase.phase(),
                            UtilisationCells.headline(phase.mfu()),
                            "of "
                                    + Numbers.text(peaks.flopsPerSecond(), Unit.FLOPS_PER_SECOND)
                                    + " "
                                    + peaks.format()
                                    + " dense; "
                                    + phase.time().words()));
            cards.add(
                    new Block.Card(
                            "MBU, " + phase.phase(),
                            UtilisationCells.headline(phase.mbu()),
                            "of "
                                    + Numbers.text(peaks.bytesPerSecond(), Unit.BYTES_PER_SECOND)
                                    + "; "
                                    + phase.time().words()));
        }
        if (cards.isEmpty()) {
            cards.add(new Block.Card("MFU and MBU", Cell.absent(withoutUtilisation(findings)), ""));
        }
        return cards;
    }

    private static String withoutUtilisation(Findings findings) {
        if (findings.prediction().isPresent()) {
            return "no phase was measured: pipeline.torch_profiler.enable=true, or a trace with"
                    + " phases";
        }
        return findings.timings().isPresent() && findings.captures().size() > 1
                ? "which part of the model each process has is not known: analyze TRACE --model"
                        + " CONFIG --tp N"
                : "needs a model: llmprof run does it, or analyze … --model CONFIG";
    }

    /// Without a timeline: what nsys summed up and what ncu profiled.
    private static List<Block.Card> kernels(List<KernelJoin> joins) {
        List<Block.Card> cards = new ArrayList<>();
        SourceComparison.of(joins).sources().stream()
                .findFirst()
                .ifPresent(source ->
                        cards.add(
                                new Block.Card(
                                        "Kernel time",
                                        Cell.nanos(source.nanos()),
                                        ShownText.counted(source.launches(), "launch", "launches")
                                                + " of "
                                                + ShownText.counted(
                                                        source.kernels(), "kernel", "kernels"))));
        List<KernelJoin> profiled = joins.stream().filter(j -> !j.counters().isEmpty()).toList();
        double share = profiled.stream().mapToDouble(KernelJoin::share).sum();
        if (!profiled.isEmpty()) {
            cards.add(
                    new Block.Card(
                            "Profiled with ncu",
                            Cell.count(profiled.size()),
                            share > 0
                                    ? "kernels, "
                                            + Cell.share(share).shown()
                                            + " of the kernel time"
                                    : "kernels"));
        }
        return cards;
    }

    private static void headline(List<Block> blocks, Capture capture) {
        KernelBreakdown kernels = capture.gpu().kernels();
        if (kernels.rows().isEmpty() || kernels.totalNanos() == 0) {
            return;
        }
        var hottest = kernels.rows().getFirst();
        double share = (double) hottest.spread().totalNanos() / kernels.totalNanos();
        blocks.add(
                new Block.Paragraph(
                        "The hottest kernel takes "
                                + Cell.share(share).shown()
                                + " of the kernel time in "
                                + GpuCards.runs(capture, hottest.spread().count())
                                + ": "
                                + ShownText.shortened(KernelNames.brief(hottest.name()), 120)));
    }

    private static void advice(List<Block> blocks, List<Advice> advice) {
        if (advice.isEmpty()) {
            return;
        }
        blocks.add(new Block.Heading("What to try"));
        blocks.add(new Block.Leads(advice.stream().map(AdviceWords::lead).toList()));
    }

    private static void coverage(List<Block> blocks, Capture capture) {
        Conservation conservation = capture.conservation();
        if (conservation.gpuNanos() == 0) {
            return;
        }
        blocks.add(new Block.Heading("Does it add up?"));
        blocks.add(
                new Block.Note(
                        conservation.holds() ? Block.Tone.GOOD : Block.Tone.WARNING,
                        conservation.holds()
                                ? "Every level below divides the same "
                                        + Cell.count(conservation.gpuNanos()).shown()
                                        + " ns of GPU time, to the nanosecond."
                                : "The levels below do not add up to the same GPU time: an"
                                        + " internal error."));
        blocks.add(
                new Block.Grid(
                                "GPU time of every level; the rest is what a level could not attribute",
                                List.of(
                                        Block.Column.words("level"),
                                        Block.Column.number("attributed"),
                                        Block.Column.number("share"),
                                        Block.Column.number("rest")),
                                capture.namedLevels().stream()
                                        .map(level -> level(level, conservation.gpuNanos()))
                                        .toList())
                        .from("level_summary"));
        Optional.of(capture.gpu().attribution())
                .filter(attribution -> attribution.disagreeing() > 0)
                .ifPresent(attribution ->
                        blocks.add(
                                new Block.Note(
                                        Block.Tone.WARNING,
                                        ShownText.counted(
                                                        attribution.disagreeing(),
                                                        "GPU event leads",
                                                        "GPU events lead")
                                                + " to different operators by launch call and by"
                                                + " external id; the launch call is believed.")));
    }

    private static List<Cell> level(Conservation.Level level, long gpuNanos) {
        return List.of(
                Cell.text(level.name()),
                Cell.nanos(level.explainedNanos()),
                Cell.share((double) level.explainedNanos() / gpuNanos),
                Cell.nanos(level.restNanos()));
    }
}
