package dev.llmprof.app;

import dev.llmprof.cli.Console;
import dev.llmprof.cli.KernelsCommand;
import dev.llmprof.cli.OldRunCommand;
import dev.llmprof.cli.RunsCommand;
import dev.llmprof.cli.TopKernelsCommand;
import dev.llmprof.run.KernelRuns;
import dev.llmprof.run.OldEntries;
import dev.llmprof.run.Runs;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.function.Supplier;

/// The commands around runs: their directories, single kernels, and old names of `run`.
final class RunCommands {

    private RunCommands() {}

    static void add(Map<String, Supplier<Object>> commands, Console console) {
        commands.put("kernels", () -> new KernelsCommand(kernelRuns(console)::run));
        commands.put("top-kernels", () -> new TopKernelsCommand(console));
        commands.put("runs", () -> new RunsCommand(console));
    }

    static void addOld(Map<String, Supplier<Object>> commands, Console console, PluginLists lists) {
        OldEntries.all()
                .forEach((name, on) ->
                        commands.put(
                                name,
                                () ->
                                        new OldRunCommand(
                                                name,
                                                OldEntries.toggles(lists.stageNames(), on),
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

    private static KernelRuns kernelRuns(Console console) {
        return new KernelRuns(console, System.getenv(), ZonedDateTime.now(ZoneId.systemDefault()));
    }
}
