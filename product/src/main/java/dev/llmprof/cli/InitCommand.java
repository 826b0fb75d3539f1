package dev.llmprof.cli;

import dev.llmprof.console.Console;
import dev.llmprof.console.ExitCode;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Writes the shipped configuration tree out, to read and to edit.
@Command(
        name = "init",
        header = "Write the configuration tree out, to edit.",
        description = {
            "Writes every file of the shipped configuration to DIR, which must be empty or absent.",
            "Use it afterwards with --config-path DIR."
        },
        footer = {"", "Example:", "  llmprof init conf && llmprof config --config-path conf"})
public final class InitCommand implements Callable<Integer> {
    private final Console console;
    private final Supplier<Map<String, byte[]>> tree;

    @Parameters(paramLabel = "DIR", description = "Where to write it.")
    private Path directory = Path.of("conf");

    public InitCommand(Console console, Supplier<Map<String, byte[]>> tree) {
        this.console = console;
        this.tree = tree;
    }

    @Override
    public Integer call() throws IOException {
        if (Files.exists(directory) && !isEmptyDirectory(directory)) {
            throw new Problem(
                            "the directory is not empty",
                            directory.toString(),
                            "name a directory that is empty or does not exist yet")
                    .found();
        }
        Map<String, byte[]> files = tree.get();
        for (var file : files.entrySet()) {
            Path target = directory.resolve(file.getKey());
            Files.createDirectories(target.toAbsolutePath().getParent());
            Files.write(target, file.getValue());
        }
        console.say(files.size() + " files written to " + directory);
        console.say("try    llmprof config --config-path " + directory);
        return ExitCode.OK;
    }

    private static boolean isEmptyDirectory(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            return false;
        }
        try (var entries = Files.list(path)) {
            return entries.findAny().isEmpty();
        }
    }
}
