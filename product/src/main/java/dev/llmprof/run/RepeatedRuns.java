package dev.llmprof.run;

import dev.llmprof.config.Composer;
import dev.llmprof.config.source.Request;
import dev.llmprof.console.Console;
import dev.llmprof.console.ExitCode;
import dev.llmprof.pipeline.RunDirectory;
import dev.llmprof.problem.Problem;
import dev.llmprof.run.settings.OverrideText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/// `run --repeat N`: the same run N times, one directory each below one, and before them a run that
/// warms the machine up and does not count.
public final class RepeatedRuns {
    /// No number, so that nobody counts it.
    private static final String WARM_UP = "warmup";

    private final Console console;
    private final Map<String, String> environment;
    private final Supplier<ToIntFunction<RunRequest>> runs;

    /// `runs` prints what a run prints; the directory of all is what is printed here.
    public RepeatedRuns(
            Console console,
            Map<String, String> environment,
            Supplier<ToIntFunction<RunRequest>> runs) {
        this.console = console;
        this.environment = Map.copyOf(environment);
        this.runs = runs;
    }

    /// How it ended, and where the runs are.
    public record Repeated(int exitCode, Path directory) {}

    public int run(RunRequest asked, int times) {
        check(asked, times);
        if (asked.dryRun()) {
            console.say("a warm-up and " + times + " times:");
            return runs.get().applyAsInt(asked);
        }
        Repeated repeated = repeated(asked, times);
        console.out().println(repeated.directory());
        return repeated.exitCode();
    }

    /// A run that fails ends it: what follows would fail as well, and fewer runs are no repeats.
    public Repeated repeated(RunRequest asked, int times) {
        check(asked, times);
        Path directory = RunDirectory.create(wanted(asked));
        // One for all: what the program reads from standard input is given to each again.
        ToIntFunction<RunRequest> one = runs.get();
        for (int number = 0; number <= times; number++) {
            String name = number == 0 ? WARM_UP : String.valueOf(number);
            console.say(number == 0 ? "warm-up, does not count" : "run " + number + " of " + times);
            int code = one.applyAsInt(in(directory.resolve(name), asked));
            if (code != ExitCode.OK) {
                return new Repeated(code, directory);
            }
        }
        return new Repeated(ExitCode.OK, directory);
    }

    private Path wanted(RunRequest asked) {
        var request =
                Configurations.request(
                        asked.source(),
                        OldNames.keys().apply(asked.overrides()).overrides(),
                        environment,
                        Request.localTime());
        return Runs.wanted(new Composer().compose(request));
    }

    /// The last word about a key wins.
    private static RunRequest in(Path directory, RunRequest asked) {
        List<String> overrides = new ArrayList<>(asked.overrides());
        overrides.add("hydra.run.dir=" + OverrideText.text(directory.toString()));
        return new RunRequest(
                overrides,
                asked.program(),
                asked.source(),
                asked.resume(),
                asked.dryRun(),
                asked.multirun(),
                asked.strict());
    }

    private static void check(RunRequest asked, int times) {
        if (times < 1 || times > 1_000) {
            throw wrong("--repeat " + times + " is not a number of runs", "--repeat 5");
        }
        if (asked.multirun() || asked.resume().isPresent()) {
            throw wrong("--repeat repeats one run from its beginning", "leave out -m and --resume");
        }
    }

    private static Problem.Found wrong(String what, String fix) {
        return new Problem(what, "the command line", fix).found();
    }
}
