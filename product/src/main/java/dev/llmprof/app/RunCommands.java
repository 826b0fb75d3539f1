package dev.llmprof.app;

import dev.llmprof.cli.CaptureCommand;
import dev.llmprof.cli.KernelsCommand;
import dev.llmprof.cli.OldRunCommand;
import dev.llmprof.cli.RunsCommand;
import dev.llmprof.cli.SweepCommand;
import dev.llmprof.cli.TopKernelsCommand;
import dev.llmprof.cli.analyze.NcuPlanCommand;
import dev.llmprof.console.Console;
import dev.llmprof.run.CaptureControl;
import dev.llmprof.run.KernelRuns;
import dev.llmprof.run.OldEntries;
import dev.llmprof.run.RepeatedRuns;
import dev.llmprof.run.Runs;
import dev.llmprof.run.slurm.ClusterSweeps;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.function.Supplier;

/// The commands around runs: their directories, single kernels, and old names of `run`.
final class RunCommands {

    private RunCommands() {}

    static void add(Map<String, Supplier<Object>> commands, Console console, PluginLists lists) {
        commands.put("kernels", () -> new KernelsCommand(kernelRuns(console)::run));
        commands.put("top-kernels", () -> new TopKernelsCommand(console));
        commands.put("ncu-plan", () -> new NcuPlanCommand(console, lists::study));
        commands.put("runs", () -> new RunsCommand(console, ZoneId.systemDefault()));
        commands.put(
                "sweep",
                () ->
                        new SweepCommand(
                                console,
                                new ClusterSweeps(System.getenv(), console.err()),
                                runs(console, lists)::run));
        commands.put("capture", () -> new CaptureCommand(console, CaptureControl::tell));
    }

    static void addOld(Map<String, Supplier<Object>> commands, Console console, PluginLists lists) {
        OldEntries.NAMES.forEach(name ->
                commands.put(
                        name,
                        () ->
                                new OldRunCommand(
                                        name,
                                        OldEntries.toggles(name, lists.stages().get()),
                                        console,
                                        runs(console, lists)::run)));
    }

    static Runs runs(Console console, PluginLists lists) {
        return new Runs(
                console,
                System.getenv(),
                lists.stages().get(),
                lists.launchers().get(),
                lists.afterRun());
    }

    /// What each run prints is a remark beside the directory of them all.
    static RepeatedRuns repeats(Console console, PluginLists lists) {
        return new RepeatedRuns(
                console, System.getenv(), () -> runs(console.remarking(), lists)::run);
    }

    private static KernelRuns kernelRuns(Console console) {
        return new KernelRuns(console, System.getenv(), ZonedDateTime.now(ZoneId.systemDefault()));
    }
}
