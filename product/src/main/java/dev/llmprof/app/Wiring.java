package dev.llmprof.app;

import dev.llmprof.report.ReportSection;
import dev.llmprof.report.section.CountersSection;
import dev.llmprof.report.section.IdleSection;
import dev.llmprof.report.section.JoinSection;
import dev.llmprof.report.section.KernelsSection;
import dev.llmprof.report.section.OperatorsSection;
import dev.llmprof.report.section.PhasesSection;
import dev.llmprof.report.section.PredictionSection;
import dev.llmprof.report.section.RooflineSection;
import dev.llmprof.report.section.SummarySection;
import dev.llmprof.report.section.TimelineSection;
import dev.llmprof.report.section.TreeSection;
import dev.llmprof.run.stage.EngineStages;
import dev.llmprof.run.stage.NsightStages;
import dev.llmprof.run.stage.StageDefinition;
import dev.llmprof.run.stage.StaticStages;
import java.util.List;

/// Everything that can be plugged in, listed by hand. Read it to see what the program can do.
public final class Wiring {

    private Wiring() {}

    /// The stages of a run, in their order.
    public static List<StageDefinition> stages() {
        return List.of(
                StaticStages.definition(),
                EngineStages.directInference(),
                EngineStages.torchProfiler(),
                NsightStages.nsys(),
                NsightStages.ncu());
    }

    /// The sections of the report, in their order; where it all came from stands behind them.
    public static List<ReportSection> sections() {
        return List.of(
                ReportSection.of(SummarySection::of),
                ReportSection.of(PhasesSection::of),
                ReportSection.of(TimelineSection::of),
                KernelsSection::of,
                OperatorsSection::of,
                ReportSection.of(TreeSection::of),
                ReportSection.of(PredictionSection::of),
                JoinSection::of,
                ReportSection.of(RooflineSection::of),
                ReportSection.of(IdleSection::of),
                CountersSection::of);
    }
}
