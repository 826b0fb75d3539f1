package dev.llmprof.app;

import dev.llmprof.cli.ConfigHelp;
import dev.llmprof.cli.DoctorCommand;
import dev.llmprof.cli.EngineCommand;
import dev.llmprof.cli.InferCommand;
import dev.llmprof.cli.InitCommand;
import dev.llmprof.cli.ModelCommand;
import dev.llmprof.cli.RunCommand;
import dev.llmprof.cli.analyze.AnalyzeCommand;
import dev.llmprof.cli.analyze.LintCommand;
import dev.llmprof.cli.report.ReportCommand;
import dev.llmprof.console.Console;
import dev.llmprof.host.Devices;
import dev.llmprof.host.Machine;
import dev.llmprof.host.ThisMachine;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.run.ConfTree;
import dev.llmprof.run.Infers;
import dev.llmprof.run.engine.BuiltinEngine;
import dev.llmprof.run.engine.EngineBuilds;
import dev.llmprof.run.settings.StaticPoints;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/// Every command there is, in the order the help shows them. Each is made only when it is called.
public final class Commands {

    private Commands() {}

    public static Map<String, Supplier<Object>> all(Console console, PluginLists lists) {
        Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
        commands.put(
                "run",
                () ->
                        new RunCommand(
                                RunCommands.runs(console, lists)::run,
                                RunCommands.repeats(console, lists)::run,
                                lists.forHelp()));
        commands.put("config", ConfigHelp::new);
        commands.put(
                "infer",
                () ->
                        new InferCommand(
                                new Infers(console, System.getenv(), lists.stages().get())::infer));
        commands.put("model", () -> new ModelCommand(console, Devices::named, StaticPoints::of));
        commands.put("analyze", () -> new AnalyzeCommand(Analyses.run(console, lists)));
        commands.put("lint", () -> new LintCommand(console, lists::study));
        commands.put("report", () -> new ReportCommand(console, lists::study));
        CompareCommands.add(commands, console, lists);
        RunCommands.add(commands, console, lists);
        commands.put("doctor", () -> new DoctorCommand(console, thisMachine(), lists::checks));
        commands.put(
                "engine",
                () -> new EngineCommand(EngineBuilds.here(console, System.getenv())::run));
        commands.put("init", () -> new InitCommand(console, ConfTree::shipped));
        RunCommands.addOld(commands, console, lists);
        return commands;
    }

    private static Machine thisMachine() {
        var processes = new SystemProcesses(System.getenv());
        return new ThisMachine(
                processes,
                System.getenv(),
                () -> BuiltinEngine.here(System.getenv(), processes).build());
    }
}
