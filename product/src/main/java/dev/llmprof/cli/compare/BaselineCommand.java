package dev.llmprof.cli.compare;

import dev.llmprof.compare.statistic.RunNoise;
import dev.llmprof.console.ExitCode;
import dev.llmprof.problem.Problem;
import dev.llmprof.report.compare.BaselineTables;
import dev.llmprof.run.CompareSettings;
import dev.llmprof.study.compare.BaselineStore;
import dev.llmprof.study.compare.ComparedSide;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Keeps the metrics of runs under a name, to gate against later.
@Command(
        name = "baseline",
        header = "Keep the metrics of runs under a name, to gate against later.",
        description = {
            "A baseline is a plain directory below baselines/ (baseline.dir=DIR): values of",
            "each metric and run, facts, the time of each run divided, and noise on record.",
            "It answers as the runs would, and has no traces, so it can be committed."
        },
        footer = {
            "",
            "Examples:",
            "  llmprof baseline set main tmp/runs/before",
            "  llmprof baseline set main runs/1 runs/2 runs/3",
            "  llmprof baseline list",
            "  llmprof baseline show main --json",
            "  llmprof baseline rm main",
            "  llmprof gate --baseline main tmp/runs/after",
            ""
        })
public final class BaselineCommand implements Runnable {
    private final CompareParts parts;

    @Spec private CommandSpec spec = CommandSpec.create();

    public BaselineCommand(CompareParts parts) {
        this.parts = parts;
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "which one: baseline set NAME RUN…, baseline list, baseline show NAME or baseline"
                        + " rm NAME");
    }

    @Command(
            name = "set",
            description = "Keep the metrics of these runs; replaces those of before.")
    int set(
            @Parameters(paramLabel = "NAME") String name,
            @Parameters(
                            paramLabel = "RUN",
                            arity = "1..*",
                            description = "What llmprof gate takes as a side; several are one.")
                    List<String> words)
            throws IOException {
        SideWords typed = SideWords.of(words);
        CompareSettings settings = parts.settings(typed.overrides());
        ComparedSide side = parts.reader(settings).read(name, typed.sides());
        if (side.metrics().isEmpty()) {
            throw new Problem(
                            "no metric was found in these runs",
                            String.join(" ", typed.sides()),
                            "name runs that timed requests or recorded a trace")
                    .found();
        }
        Path kept = new BaselineStore(settings.baselines()).set(name, side);
        parts.console().say(contents(side) + " in " + kept);
        return ExitCode.OK;
    }

    private static String contents(ComparedSide side) {
        return "%d metrics of %s, %d facts, %d trees"
                .formatted(
                        side.metrics().size(),
                        runs(side),
                        side.facts().values().size(),
                        side.strips().size());
    }

    private static String runs(ComparedSide side) {
        int most = side.metrics().stream().mapToInt(each -> each.runs().size()).max().orElse(0);
        return most == 1 ? "1 run" : most + " runs";
    }

    @Command(name = "list", description = "The names there are.")
    int list(
            @Option(names = "--json", description = "Print JSON.") boolean json,
            @Parameters(paramLabel = "KEY=VALUE", arity = "0..*") List<String> overrides)
            throws IOException {
        CompareSettings settings = settings(overrides);
        List<String> names = new BaselineStore(settings.baselines()).names();
        if (json) {
            parts.console().out().print(BaselineTables.namesJson(names));
            return ExitCode.OK;
        }
        if (names.isEmpty()) {
            parts.console().say("no baselines below " + settings.baselines());
        }
        names.forEach(parts.console().out()::println);
        return ExitCode.OK;
    }

    @Command(name = "show", description = "Its metrics (runs, median, noise on record) and facts.")
    int show(
            @Parameters(paramLabel = "NAME") String name,
            @Option(names = "--json", description = "Print JSON.") boolean json,
            @Parameters(paramLabel = "KEY=VALUE", arity = "0..*", index = "1..*")
                    List<String> overrides)
            throws IOException {
        var store = new BaselineStore(settings(overrides).baselines());
        ComparedSide side = store.read(name);
        Map<String, RunNoise> noise = store.noise(name);
        int columns = parts.console().columns();
        parts.console()
                .out()
                .print(
                        json
                                ? BaselineTables.json(side.metrics(), noise, side.facts())
                                : BaselineTables.text(side.metrics(), noise, columns)
                                        + BaselineTables.text(side.facts(), columns));
        side.remarks().forEach(parts.console()::say);
        return ExitCode.OK;
    }

    @Command(name = "rm", description = "Remove it, its noise too.")
    int remove(
            @Parameters(paramLabel = "NAME") String name,
            @Parameters(paramLabel = "KEY=VALUE", arity = "0..*", index = "1..*")
                    List<String> overrides)
            throws IOException {
        Path removed = new BaselineStore(settings(overrides).baselines()).remove(name);
        parts.console().say("removed " + removed);
        return ExitCode.OK;
    }

    private CompareSettings settings(@Nullable List<String> overrides) {
        return parts.settings(overrides == null ? List.of() : overrides);
    }
}
