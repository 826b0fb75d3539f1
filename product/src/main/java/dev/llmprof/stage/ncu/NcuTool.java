package dev.llmprof.stage.ncu;

import dev.llmprof.problem.Nearest;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.Command;
import dev.llmprof.process.Ended;
import dev.llmprof.process.Processes;
import dev.llmprof.tool.KnownMetrics;
import dev.llmprof.tool.Ncu;
import dev.llmprof.tool.NcuAnswers;
import dev.llmprof.tool.NvprofMetrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The installed ncu: its version and what it can collect. An empty set means it did not say.
public record NcuTool(
        String version,
        String sectionsTable,
        Set<String> sections,
        Set<String> sets,
        KnownMetrics metrics,
        boolean knowsPrintDetails) {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    public sealed interface Found {
        record Here(NcuTool tool) implements Found {}

        record Missing(Problem problem) implements Found {}
    }

    /// What is left of a wish, what was left out of it, and which old names became new ones: that
    /// is nobody's mistake.
    record Fitted(
            Ncu.Settings settings, List<Problem> notes, List<String> renamed, boolean nothingLeft) {
        Fitted {
            notes = List.copyOf(notes);
            renamed = List.copyOf(renamed);
        }

        List<String> remarks() {
            return Stream.concat(
                            renamed.stream(),
                            notes.stream().map(note -> "left out: " + note.what()))
                    .toList();
        }
    }

    public static Found find(Processes processes) {
        Processes.Answer version = processes.ask(Ncu.version(), PATIENCE);
        if (version.ended() instanceof Ended.NotStarted) {
            return new Found.Missing(
                    new Problem(
                            "ncu is not installed",
                            "PATH",
                            "install Nsight Compute (llmprof doctor says how), or"
                                    + " pipeline.ncu.enable=false"));
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
                        metrics(processes),
                        NcuAnswers.knowsPrintDetails(output(processes, Ncu.help()))));
    }

    /// Leaves out what this ncu does not know. ncu itself refuses an unknown section, takes an
    /// unknown set for none, and an unknown metric without a word.
    Fitted fit(Ncu.Settings wish) {
        var notes = new ArrayList<Problem>();
        List<String> keptSections = sections(wish.sections(), notes);
        var renamed = new ArrayList<String>();
        List<String> keptMetrics =
                kept(
                        "metric",
                        wish.metrics().stream()
                                .flatMap(metric -> named(metric, renamed).stream())
                                .distinct()
                                .toList(),
                        metrics.counters(),
                        metrics::knows,
                        notes);
        Optional<String> keptSet =
                kept("set", wish.set().stream().toList(), sets, known(sets), notes).stream()
                        .findFirst();
        boolean asked =
                !wish.sections().isEmpty() || !wish.metrics().isEmpty() || wish.set().isPresent();
        boolean nothingLeft =
                asked && keptSections.isEmpty() && keptMetrics.isEmpty() && keptSet.isEmpty();
        return new Fitted(
                wish.collecting(keptSet, keptMetrics, keptSections), notes, renamed, nothingLeft);
    }

    /// By the names that this ncu has.
    private List<String> named(String metric, List<String> renamed) {
        Optional<List<String>> counted = NvprofMetrics.counted(metric);
        if (counted.isEmpty()) {
            return List.of(metric);
        }
        List<String> known = counted.get().stream().filter(metrics::knows).toList();
        renamed.add(
                known.isEmpty()
                        ? "left out: metric " + metric + ", which no version of ncu knows"
                        : metric + " is counted as " + String.join(", ", known));
        return known;
    }

    /// Those of the sections that this ncu has.
    public List<String> sections(List<String> asked, List<Problem> notes) {
        return kept("section", asked, sections, known(sections), notes);
    }

    private List<String> kept(
            String what,
            List<String> asked,
            Set<String> names,
            Predicate<String> known,
            List<Problem> notes) {
        var kept = new ArrayList<String>();
        for (String each : asked) {
            if (known.test(each)) {
                kept.add(each);
            } else {
                String near =
                        Nearest.to(NcuAnswers.counter(each), names)
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

    private static Predicate<String> known(Set<String> names) {
        return name -> names.isEmpty() || names.contains(name);
    }

    private static String list(String what) {
        return what.equals("metric") ? "query-metrics" : "list-" + what + "s";
    }

    private static KnownMetrics metrics(Processes processes) {
        List<String> chips = NcuAnswers.chips(output(processes, Ncu.listChips()));
        return new KnownMetrics(
                chips.isEmpty()
                        ? Set.of()
                        : NcuAnswers.metrics(output(processes, Ncu.queryMetrics(chips))),
                NcuAnswers.listedMetrics(output(processes, Ncu.listMetrics())));
    }

    private static String output(Processes processes, Command command) {
        Processes.Answer answer = processes.ask(command, PATIENCE);
        return answer.ended() instanceof Ended.Exited(int code, _) && code == 0
                ? answer.output()
                : "";
    }
}
