package dev.llmprof.run;

import dev.llmprof.config.bind.Binder;
import dev.llmprof.console.Version;
import dev.llmprof.model.ModelFiles;
import dev.llmprof.model.cost.Parameters;
import dev.llmprof.model.shape.Model;
import dev.llmprof.problem.Problem;
import dev.llmprof.run.stage.StaticStages;
import dev.llmprof.run.workload.WorkloadParts;
import dev.llmprof.secret.Secrets;
import dev.llmprof.stage.workload.Workload;
import dev.llmprof.tool.ShellQuote;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The first line of a run: where it goes, what runs, on which device.
final class RunHeader {
    private static final int LONGEST_PROGRAM = 60;

    private RunHeader() {}

    static String of(Path directory, Binder binder, WorkloadParts.Placed placed) {
        List<String> parts = new ArrayList<>();
        parts.add("llmprof " + Version.current().number());
        parts.add(PlanPage.shown(directory).toString());
        program(placed.workload()).ifPresent(parts::add);
        StaticStages.modelOf(binder).ifPresent(word -> parts.add("model " + model(binder, word)));
        parts.add(placed.device().device());
        return String.join(" · ", parts);
    }

    private static Optional<String> program(Workload workload) {
        return switch (workload) {
            case Workload.Builtin _ -> Optional.empty();
            case Workload.PythonModule module -> Optional.of("python -m " + module.module());
            case Workload.Server server when server.attached() ->
                    Optional.of("server at " + server.url());
            case Workload.Server server -> Optional.of(line(server.argv()));
            case Workload.Command command -> Optional.of(line(command.argv()));
        };
    }

    private static String line(List<String> argv) {
        return shortened(
                String.join(" ", Secrets.hideWords(argv).stream().map(ShellQuote::word).toList()));
    }

    private static String shortened(String text) {
        String line = text.replaceAll("\\s+", " ");
        return line.length() <= LONGEST_PROGRAM
                ? line
                : line.substring(0, LONGEST_PROGRAM - 1) + "…";
    }

    private static String count(long parameters) {
        return parameters < 1e9
                ? String.format(Locale.ROOT, "%.1f M", parameters / 1e6)
                : String.format(Locale.ROOT, "%.2f B", parameters / 1e9);
    }

    /// A folder that cannot be read is the static analysis's to complain about.
    private static String model(Binder binder, String word) {
        String name = binder.read("model.name", String.class).orElse(word);
        try {
            Model model = ModelFiles.open(word);
            long parameters = Parameters.of(model, model.precision()).total();
            return "%s (%s, %s parameters)".formatted(name, model.family(), count(parameters));
        } catch (Problem.Found e) {
            return name;
        }
    }
}
