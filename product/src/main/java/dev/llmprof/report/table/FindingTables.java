package dev.llmprof.report.table;

import static dev.llmprof.report.table.ResultColumn.count;
import static dev.llmprof.report.table.ResultColumn.measured;
import static dev.llmprof.report.table.ResultColumn.name;
import static dev.llmprof.report.table.ResultColumn.nanos;
import static dev.llmprof.report.table.ResultColumn.share;
import static dev.llmprof.report.table.ResultColumn.text;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.advice.Advice;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.phase.WorkTree;
import dev.llmprof.analysis.workload.RunUtilisation;
import dev.llmprof.analysis.workload.TimeBasis;
import dev.llmprof.analysis.workload.Timings;
import dev.llmprof.report.advice.AdviceWords;
import dev.llmprof.report.block.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Tables of what all sources say together: advice, requests, where the time of each phase is.
public final class FindingTables {
    private FindingTables() {}

    /// A leaf of the tree of work: a kernel of an operator, or without a GPU its input shapes.
    public record WorkRow(
            String phase, String operator, String kernel, String inputShapes, WorkTree work) {}

    public static final ResultTable<Advice> ADVICE =
            ResultTable.of(
                    "advice",
                    "What to try, each with its evidence; the largest possible saving first.",
                    text("kind", "", Advice::kind),
                    share("share", "of the time it is about", Advice::share),
                    measured(
                            "saving_ns",
                            Unit.NANOSECONDS,
                            "the most that following it could save over the whole capture",
                            FindingTables::saving),
                    name("capture", "the file its numbers are of", each -> each.place().capture()),
                    text("gpu", "empty for all of the capture", each -> each.place().gpu()),
                    text("finding", "", each -> AdviceWords.of(each).finding()),
                    text("evidence", "", each -> AdviceWords.of(each).evidence()),
                    text("action", "", each -> AdviceWords.of(each).suggestion()));

    public static final ResultTable<Timings.Request> TIMED =
            ResultTable.of(
                    "timed_requests",
                    "The workload's own clock, request by request.",
                    text("input", "", Timings.Request::input),
                    count("prompt_tokens", "", Timings.Request::promptTokens),
                    count("new_tokens", "", Timings.Request::newTokens),
                    nanos("prefill_ns", "", Timings.Request::prefillNanos),
                    nanos("vision_ns", "inside prefill", Timings.Request::visionNanos),
                    nanos("decode_ns", "", Timings.Request::decodeNanos),
                    count("sequences", "asked at once", Timings.Request::sequences),
                    text(
                            "state",
                            "bare: no profiler at work; torch: PyTorch's profiler recorded; cold: the first of its process, the profiler at work where it says torch",
                            FindingTables::state));

    public static final ResultTable<WorkRow> WORK =
            ResultTable.of(
                    "phase_operator_kernel",
                    "GPU time by phase, operator and kernel; without a GPU host time by phase,"
                            + " operator and input shapes.",
                    text("phase", "", WorkRow::phase),
                    name("operator", "", WorkRow::operator),
                    name("kernel", "", WorkRow::kernel),
                    name("input_shapes", "", WorkRow::inputShapes),
                    count("count", "", row -> row.work().count()),
                    nanos("total_ns", "", row -> row.work().nanos()));

    private static Optional<Double> saving(Advice advice) {
        return advice.savingNanos().stream().mapToObj(nanos -> (double) nanos).findFirst();
    }

    private static String state(Timings.Request request) {
        return switch (request.state()) {
            case COLD -> "cold";
            case COLD_PROFILED -> "cold, " + TimeBasis.TORCH;
            case BARE -> TimeBasis.BARE;
            case PROFILED -> TimeBasis.TORCH;
        };
    }

    /// Every table of the findings, empty ones too.
    public static List<FilledTable<?>> of(Findings findings) {
        List<FilledTable<?>> tables = new ArrayList<>();
        tables.add(ADVICE.filled(findings.advice()));
        tables.add(LintTable.FINDINGS.filled(findings.lint()));
        tables.add(TIMED.filled(findings.timings().map(Timings::requests).orElse(List.of())));
        tables.addAll(RequestTables.of(findings.serving()));
        tables.add(WORK.filled(findings.main().map(FindingTables::work).orElse(List.of())));
        tables.add(
                UtilisationTable.PHASES.filled(
                        findings.utilisation().map(RunUtilisation::phases).orElse(List.of())));
        tables.add(CaptureTables.REPEATS.filled(CaptureTables.repeats(findings.relations())));
        tables.addAll(TrustTables.of(findings.trust()));
        tables.addAll(PredictionTables.of(findings));
        tables.addAll(StepBoundTables.of(findings));
        tables.addAll(SourceTables.of(findings.kernels()));
        return tables;
    }

    private static List<WorkRow> work(Capture capture) {
        boolean gpu = capture.gpu().timeline().spanNanos() > 0;
        List<WorkRow> rows = new ArrayList<>();
        for (WorkTree phase : capture.tree().children()) {
            for (WorkTree operator : phase.children()) {
                for (WorkTree leaf : operator.children()) {
                    rows.add(
                            new WorkRow(
                                    phase.name(),
                                    operator.name(),
                                    gpu ? leaf.name() : "",
                                    gpu ? "" : leaf.name(),
                                    leaf));
                }
            }
        }
        return rows;
    }
}
