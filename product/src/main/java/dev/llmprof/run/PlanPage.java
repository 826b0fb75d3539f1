package dev.llmprof.run;

import dev.llmprof.console.Console;
import dev.llmprof.pipeline.Probe;
import dev.llmprof.pipeline.Step;
import dev.llmprof.pipeline.Workspace;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.Command;
import dev.llmprof.process.Processes;
import dev.llmprof.tool.ShellQuote;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

/// What a run would start, as lines for a shell.
public final class PlanPage {

    private PlanPage() {}

    public static void print(
            Console console, List<Step> steps, Path runDirectory, Processes processes) {
        console.out().println("# run directory: " + runDirectory);
        for (Step step : steps) {
            String name = step.stage().name();
            if (step.off().isPresent()) {
                console.out().println("# " + name + ": " + step.off().get());
                continue;
            }
            Path directory = runDirectory.resolve(name);
            console.out().println("# " + name + " → " + directory);
            var workspace =
                    new Workspace(
                            runDirectory, directory, processes, InstantSource.system(), List.of());
            for (Command command : step.stage().plan(workspace)) {
                ShellQuote.variables(command)
                        .forEach(variable -> console.out().print(variable + " "));
                console.out().println(ShellQuote.line(command));
            }
            if (step.stage().probe() instanceof Probe.Unable(Problem problem)) {
                console.out().println("#   fails here: " + problem.what());
            }
            step.stage().remarks().forEach(remark -> console.out().println("#   " + remark));
            if (!step.stage().leaves().isEmpty()) {
                console.out().println("#   leaves " + String.join(", ", step.stage().leaves()));
            }
        }
    }

    /// Below the current directory where it is, else in full.
    public static Path shown(Path path) {
        Path here = Path.of("").toAbsolutePath();
        return path.startsWith(here) ? here.relativize(path) : path;
    }
}
