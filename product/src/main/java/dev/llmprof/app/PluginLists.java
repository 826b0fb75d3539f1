package dev.llmprof.app;

import dev.llmprof.cli.RunCommand.HelpLists;
import dev.llmprof.cli.report.RunReports;
import dev.llmprof.config.sweep.LauncherDefinition;
import dev.llmprof.host.check.HostCheck;
import dev.llmprof.report.ReportSection;
import dev.llmprof.run.AfterRun;
import dev.llmprof.run.stage.StageDefinition;
import dev.llmprof.study.StudyParts;
import dev.llmprof.study.capture.CaptureFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// The lists that the program is made of, each made when a command needs it.
public record PluginLists(
        Supplier<List<StageDefinition>> stages,
        Supplier<List<CaptureFormat>> formats,
        Supplier<List<ReportSection>> sections,
        Supplier<List<LauncherDefinition>> launchers) {
    public static final PluginLists SHIPPED =
            new PluginLists(Wiring::stages, Wiring::formats, Wiring::sections, Wiring::launchers);

    public List<String> stageNames() {
        return stages.get().stream().map(StageDefinition::name).toList();
    }

    public HelpLists forHelp() {
        return new HelpLists(
                stageNames(),
                stages.get().stream().flatMap(stage -> presets(stage).stream()).toList(),
                launchers.get().stream().map(LauncherDefinition::name).toList());
    }

    /// As it is typed: `profiling/nsys@pipeline.nsys`.
    private static Optional<String> presets(StageDefinition stage) {
        return stage.presets().map(group -> group + "@pipeline." + stage.name());
    }

    public List<HostCheck> checks() {
        return stages.get().stream().flatMap(stage -> stage.checks().stream()).toList();
    }

    public StudyParts study() {
        return new StudyParts(
                () -> stages.get().stream().map(StageDefinition::studied).toList(),
                formats.get(),
                sections);
    }

    /// What is done with a run directory once its stages have ended, in this order.
    public List<AfterRun> afterRun() {
        return List.of((asked, directory, manifest, console) ->
                RunReports.write(directory, manifest, study(), asked.perfetto(), console));
    }
}
