package dev.llmprof.tool;

import dev.llmprof.process.Command;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Command lines of Slurm.
public final class Slurm {
    public static final String PROGRAM = "sbatch";

    /// Fields of a line of the queue; none but the last can hold a bar.
    private static final String FIELDS = "%F|%K|%T|%r|%j";

    private Slurm() {}

    /// An array of tasks: `indices` as sbatch takes them, `0-3%2`; `offset` is what the script adds
    /// to an index.
    public record TaskArray(String name, String indices, int offset) {}

    /// `variables` are handed to the tasks beside what is in the environment.
    public static Command submit(
            TaskArray array, List<String> options, Path script, Map<String, String> variables) {
        var argv = new ArrayList<>(outside());
        argv.add(PROGRAM);
        argv.add("--parsable");
        argv.addAll(arrayFlags(array));
        argv.addAll(options);
        argv.add(script.toString());
        argv.add(String.valueOf(array.offset()));
        return new Command(argv, variables, Optional.empty());
    }

    /// Asks whether it could ever run.
    public static Command test(TaskArray array, List<String> options, Path script) {
        var argv = new ArrayList<>(List.of(PROGRAM, "--test-only"));
        argv.addAll(arrayFlags(array));
        argv.addAll(options);
        argv.add(script.toString());
        return Command.of(argv);
    }

    /// The same for a job of nothing, with the cluster's own defaults.
    public static Command test() {
        return Command.of(PROGRAM, "--test-only", "--wrap=true");
    }

    private static List<String> arrayFlags(TaskArray array) {
        return List.of(
                "--job-name=" + array.name(),
                "--array=" + array.indices(),
                "--open-mode=append",
                "--kill-on-invalid-dep=yes");
    }

    /// What a guard of ours looks for must not go with the tasks: they outlive us.
    private static List<String> outside() {
        return List.of("env", "-u", "LLMPROF_RUN");
    }

    /// One line a task, also of those that have ended not long ago. By name, which is ours alone:
    /// numbers come again, and one that is forgotten would fail the whole question.
    public static Command queue(List<String> names) {
        return Command.of(
                "squeue",
                "-r",
                "-h",
                "--states=all",
                "--name=" + String.join(",", names),
                "-o",
                FIELDS);
    }

    public static Command configuration() {
        return Command.of("scontrol", "show", "config");
    }

    public static Command show(String task) {
        return Command.of("scontrol", "-o", "show", "job", task);
    }

    /// Often there, and still without an answer.
    public static Command account(String task) {
        return Command.of("sacct", "-n", "-P", "-X", "-j", task, "--format=State,JobName");
    }

    public static Command cancel(List<String> tasks) {
        var argv = new ArrayList<>(List.of("scancel"));
        argv.addAll(tasks);
        return Command.of(argv);
    }
}
