package dev.llmprof.app;

import dev.llmprof.config.sweep.LauncherDefinition;
import dev.llmprof.config.sweep.Launchers;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.report.ReportSection;
import dev.llmprof.report.page.MemorySection;
import dev.llmprof.report.page.SpreadSection;
import dev.llmprof.report.request.RequestsSection;
import dev.llmprof.report.section.CapturesSection;
import dev.llmprof.report.section.ConditionsSection;
import dev.llmprof.report.section.CountersSection;
import dev.llmprof.report.section.IdleSection;
import dev.llmprof.report.section.JoinSection;
import dev.llmprof.report.section.KernelsSection;
import dev.llmprof.report.section.OperatorsSection;
import dev.llmprof.report.section.OverheadSection;
import dev.llmprof.report.section.PathSection;
import dev.llmprof.report.section.PhasesSection;
import dev.llmprof.report.section.PredictionSection;
import dev.llmprof.report.section.RangesSection;
import dev.llmprof.report.section.RanksSection;
import dev.llmprof.report.section.RooflineSection;
import dev.llmprof.report.section.StepsSection;
import dev.llmprof.report.section.SummarySection;
import dev.llmprof.report.section.TimelineSection;
import dev.llmprof.report.section.TreeSection;
import dev.llmprof.report.section.TrustSection;
import dev.llmprof.run.slurm.SlurmLaunchers;
import dev.llmprof.run.stage.ConditionsStages;
import dev.llmprof.run.stage.EngineStages;
import dev.llmprof.run.stage.NsightStages;
import dev.llmprof.run.stage.StageDefinition;
import dev.llmprof.run.stage.StaticStages;
import dev.llmprof.study.capture.CaptureFormat;
import dev.llmprof.study.capture.NsysExport;
import dev.llmprof.study.capture.NsysExports;
import dev.llmprof.study.format.NcuFormats;
import dev.llmprof.study.format.NsysFormats;
import dev.llmprof.study.format.TorchFormat;
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
                NsightStages.ncu(),
                ConditionsStages.definition());
    }

    /// What captures can be; the first that knows a file reads it.
    public static List<CaptureFormat> formats() {
        return formats((report, folder) ->
                new NsysExports(new SystemProcesses(System.getenv()), System.getenv())
                        .export(report, folder));
    }

    /// `nsys` opens what only nsys can read.
    public static List<CaptureFormat> formats(NsysExport nsys) {
        return List.of(
                new TorchFormat(),
                NsysFormats.sqlite(),
                NsysFormats.report(nsys),
                NcuFormats.report(),
                NcuFormats.folders(),
                NsysFormats.csv(),
                NcuFormats.csv());
    }

    /// The sections of the report, in their order; where it all came from stands behind them.
    public static List<ReportSection> sections() {
        return List.of(
                ReportSection.of(SummarySection::of),
                RequestsSection::of,
                ReportSection.of(SpreadSection::of),
                TrustSection::of,
                ReportSection.of(CapturesSection::of),
                RanksSection::of,
                ReportSection.of(PhasesSection::of),
                OverheadSection::of,
                StepsSection::of,
                RangesSection::of,
                ReportSection.of(TimelineSection::of),
                ReportSection.of(MemorySection::of),
                ConditionsSection::of,
                KernelsSection::of,
                OperatorsSection::of,
                ReportSection.of(TreeSection::of),
                ReportSection.of(PredictionSection::of),
                JoinSection::of,
                ReportSection.of(RooflineSection::of),
                ReportSection.of(IdleSection::of),
                PathSection::of,
                CountersSection::of);
    }

    /// Who starts the jobs of a sweep.
    public static List<LauncherDefinition> launchers() {
        return List.of(
                Launchers.basic(),
                Launchers.local(),
                SlurmLaunchers.slurm(System.getenv()),
                SlurmLaunchers.submitit(System.getenv()));
    }
}
