package dev.llmprof.stage.ncu;

import dev.llmprof.problem.Nearest;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.Command;
import dev.llmprof.process.Ended;
import dev.llmprof.process.Processes;
import dev.llmprof.tool.Ncu;
import dev.llmprof.tool.NcuAnswers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/// The installed ncu: its version and what it can collect. An empty set means it did not say.
public record NcuTool(
        String version,
        String sectionsTable,
        Set<String> sections,
        Set<String> sets,
        Set<String> metrics) {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    public sealed interface Found {
        record Here(NcuTool tool) implements Found {}

        record Missing(Problem problem) implements Found {}
    }

    /// What is left of a wish, and what was left out of it.
    record Fitted(Ncu.Settings settings, List<Problem> notes, boolean nothingLeft) {
        Fitted {
            notes = List.copyOf(notes);
        }
    }

    public static Found find(Processes processes) {
        Processes.Answer version = processes.ask(Ncu.version(), PATIENCE);
        if (version.ended() instanceof Ended.NotStarted) {
            return new Found.Missing(
                    new Problem(
                            "ncu is not installed",
                            "PATH",
                            "install Nsight Compute (llmprof doctor says how), or pipeline.ncu.enable=false"));
        }
        if (!(version.ended() instanceof Ended.Exited(int code, _)) || code != 0) {
            return new Found.Missing(
                    new Problem(
                            "ncu does not answer to --version: "
                                    + (version.output() + version.errors()).strip(),
                            "PATH",
                            "reinstall Nsight Compute, or pipeline.ncu.enable=false"));
        }
        String sections = output(processes, Ncu.listSections());
        return new Found.Here(
                new NcuTool(
                        NcuAnswers.version(version.output()).orElse("of unknown version"),
                        sections,
                        NcuAnswers.identifiers(sections),
                        NcuAnswers.identifiers(output(processes, Ncu.listSets())),
                        metrics(processes)));
    }

    /// Leaves out what this ncu does not know. ncu itself refuses an unknown section, takes an
    /// unknown set for none, and an unknown metric without a word.
    Fitted fit(Ncu.Settings wish) {
        var notes = new ArrayList<Problem>();
        List<String> keptSections =
                kept("section", wish.sections(), sections, UnaryOperator.identity(), notes);
        List<String> keptMetrics =
                kept("metric", wish.metrics(), metrics, NcuAnswers::counter, notes);
        Optional<String> keptSet =
                kept("set", wish.set().stream().toList(), sets, UnaryOperator.identity(), notes)
                        .stream()
                        .findFirst();
        boolean asked =
                !wish.sections().isEmpty() || !wish.metrics().isEmpty() || wish.set().isPresent();
        boolean nothingLeft =
                asked && keptSections.isEmpty() && keptMetrics.isEmpty() && keptSet.isEmpty();
        return new Fitted(wish.collecting(keptSet, keptMetrics, keptSections), notes, nothingLeft);
    }

    private List<String> kept(
            String what,
            List<String> asked,
            Set<String> known,
            UnaryOperator<String> key,
            List<Problem> notes) {
        var kept = new ArrayList<String>();
        for (String each : asked) {
            if (known.isEmpty() || known.contains(key.apply(each))) {
                kept.add(each);
            } else {
                String near =
                        Nearest.to(key.apply(each), known)
                                .map(name -> "; did you mean " + name + "?")
                                .orElse("");
                notes.add(
                        new Problem(
                                "ncu " + version + " knows no " + what + " '" + each + "'" + near,
                                "pipeline.ncu.ncu_cli",
                                "it is left out; ncu --" + list(what) + " has the names"));
            }
        }
        return kept;
    }

    private static String list(String what) {
        return what.equals("metric") ? "query-metrics" : "list-" + what + "s";
    }

    private static Set<String> metrics(Processes processes) {
        List<String> chips = NcuAnswers.chips(output(processes, Ncu.listChips()));
        return chips.isEmpty()
                ? Set.of()
                : NcuAnswers.metrics(output(processes, Ncu.queryMetrics(chips)));
    }

    private static String output(Processes processes, Command command) {
        Processes.Answer answer = processes.ask(command, PATIENCE);
        return answer.ended() instanceof Ended.Exited(int code, _) && code == 0
                ? answer.output()
                : "";
    }
}
