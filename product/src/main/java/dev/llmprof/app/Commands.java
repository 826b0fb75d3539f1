package dev.llmprof.app;

import dev.llmprof.cli.Console;
import dev.llmprof.cli.DoctorCommand;
import dev.llmprof.cli.InitCommand;
import dev.llmprof.cli.ModelCommand;
import dev.llmprof.cli.doctor.Machine;
import dev.llmprof.cli.doctor.ThisMachine;
import dev.llmprof.process.SystemProcesses;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/// Every command there is, in the order the help shows them. Each is made only when it is called.
public final class Commands {

    private Commands() {}

    public static Map<String, Supplier<Object>> all(Console console) {
        Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
        commands.put("model", () -> new ModelCommand(console, Devices::named));
        commands.put("doctor", () -> new DoctorCommand(console, thisMachine()));
        commands.put("init", () -> new InitCommand(console, ConfTree::shipped));
        return commands;
    }

    private static Machine thisMachine() {
        return new ThisMachine(new SystemProcesses(System.getenv()), System.getenv());
    }
}
