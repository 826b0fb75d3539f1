package dev.llmprof.report.section;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.overhead.PhaseOverhead;
import dev.llmprof.analysis.overhead.ProfilerWork;
import dev.llmprof.analysis.overhead.ProfilingOverhead;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.block.Unit;
import dev.llmprof.report.table.TrustTables;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// What profiling cost.
public final class OverheadSection {
    private OverheadSection() {}

    /// Without blocks where nothing was captured.
    public static Section of(Findings findings, int limit) {
        ProfilingOverhead overhead = findings.trust().overhead();
        List<Block> blocks = new ArrayList<>();
        line(findings).ifPresent(blocks::add);
        if (!overhead.phases().isEmpty()) {
            blocks.add(
                    TrustTables.OVERHEAD.grid(
                            "As profiled and bare: medians by the workload's own clock; of decode those of a token",
                            overhead.phases(),
                            limit,
                            "source",
                            "phase",
                            "requests",
                            "profiled_ns",
                            "bare_requests",
                            "bare_ns",
                            "overhead",
                            "overhead_uncertainty"));
        }
        if (!overhead.work().isEmpty()) {
            blocks.add(
                    TrustTables.WORK.grid(
                            "What the profilers did during the run; an option with more events"
                                    + " costs more",
                            overhead.work(),
                            limit,
                            "source",
                            "what",
                            "option",
                            "option_events",
                            "own_ns",
                            "share"));
        }
        return new Section("overhead", "What profiling cost", blocks);
    }

    /// One line for a screen; nothing where nothing was timed both ways.
    public static Optional<Block> line(Findings findings) {
        List<PhaseOverhead> known =
                findings.trust().overhead().phases().stream()
                        .filter(row -> row.share().isPresent())
                        .toList();
        List<ProfilerWork> sampler =
                findings.trust().overhead().work().stream()
                        .filter(each -> each.source().equals("conditions"))
                        .toList();
        if (known.isEmpty()) {
            return findings.trust().overhead().phases().isEmpty()
                    ? Optional.empty()
                    : Optional.of(
                            new Block.Paragraph(
                                    "what profiling cost is not known: nothing was timed without a"
                                            + " profiler; capture.bare=on does"));
        }
        String words = known.stream().map(OverheadSection::words).collect(Collectors.joining(", "));
        String sampled =
                sampler.stream()
                        .flatMap(each -> each.share().stream().boxed())
                        .map(share ->
                                "; the sampler "
                                        + Cell.number(share, Unit.FRACTION).shown()
                                        + " of one CPU")
                        .findFirst()
                        .orElse("");
        return Optional.of(new Block.Paragraph("profiling cost: " + words + sampled));
    }

    private static String words(PhaseOverhead row) {
        double share = row.share().orElseThrow();
        String uncertain =
                row.uncertainty().isEmpty()
                        ? ""
                        : " ± "
                                + Cell.number(row.uncertainty().getAsDouble(), Unit.FRACTION)
                                        .shown();
        return row.source()
                + " "
                + row.phase()
                + " "
                + (share >= 0 ? "+" : "−")
                + Cell.number(Math.abs(share), Unit.FRACTION).shown()
                + uncertain;
    }
}
