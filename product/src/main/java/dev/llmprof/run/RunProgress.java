package dev.llmprof.run;

import dev.llmprof.console.Console;
import dev.llmprof.console.Console.Paint;
import dev.llmprof.console.LiveLine;
import dev.llmprof.pipeline.Artifact;
import dev.llmprof.pipeline.Outcome;
import dev.llmprof.pipeline.Progress;
import dev.llmprof.pipeline.Step;
import dev.llmprof.problem.PlainText;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.ProgramStreams;
import dev.llmprof.process.TerminalSize;
import dev.llmprof.secret.Secrets;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/// A line for each stage: live while it runs on a terminal, plain where nobody watches.
public final class RunProgress implements Progress {
    private static final int NAME_WIDTH = 18;
    private static final int USUAL_COLUMNS = 80;

    private final Console console;
    private final LiveLine line;
    private String head = "";

    public RunProgress(Console console) {
        this.console = console;
        this.line = new LiveLine(console, () -> TerminalSize.columns().orElse(USUAL_COLUMNS));
    }

    /// Where the program's own words go: through, between the drawings of our line.
    ProgramStreams.Audience audience() {
        return new ProgramStreams.Audience(
                line.through(console.out()), line.through(console.err()));
    }

    @Override
    public void remark(String text) {
        if (console.volume() != Console.Volume.QUIET) {
            new PrintStream(line.through(console.err()), true, StandardCharsets.UTF_8)
                    .println("       " + PlainText.line(Secrets.hide(text)));
        }
    }

    @Override
    public void planned(List<Step> steps) {}

    @Override
    public void started(Step step, int number, int of) {
        head = "  %d/%d %s".formatted(number, of, padded(step));
        if (live()) {
            line.start(head);
        } else {
            console.say(head + " …");
        }
    }

    @Override
    public void line(String text) {
        line.hear(text);
    }

    @Override
    public void ended(Step step, Outcome outcome, Duration took) {
        line.end();
        boolean ran = !(outcome instanceof Outcome.Skipped);
        String start = ran ? head : "      " + padded(step);
        console.say(start + " " + mark(outcome) + "  " + says(outcome, took));
        outcome.problemsMet().forEach(this::print);
    }

    @Override
    public void warn(Problem problem) {
        line.end();
        console.warn(problem);
    }

    @Override
    public boolean live() {
        return console.interactive() && console.volume() != Console.Volume.QUIET;
    }

    private void print(Problem problem) {
        // What is wrong is shown even to those who asked for quiet.
        console.err().println("       " + problem.toString().replace("\n", "\n       "));
    }

    private String mark(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Done _ -> console.paint(Paint.GREEN, "✓");
            case Outcome.Skipped _ -> console.paint(Paint.DIM, "–");
            case Outcome.Degraded _ -> console.paint(Paint.YELLOW, "!");
            case Outcome.Failed _ -> console.paint(Paint.RED, "✗");
        };
    }

    private static String says(Outcome outcome, Duration took) {
        return switch (outcome) {
            case Outcome.Skipped(String reason) -> reason;
            case Outcome.Done(List<Artifact> artifacts) ->
                    time(took) + facts(artifacts) + first(artifacts);
            case Outcome.Degraded(List<Artifact> artifacts, _) ->
                    time(took) + facts(artifacts) + first(artifacts);
            case Outcome.Failed(_, _, List<Artifact> leftovers) -> time(took) + facts(leftovers);
        };
    }

    private static String time(Duration took) {
        return String.format(Locale.ROOT, "%.1f s", took.toMillis() / 1000.0);
    }

    private static String facts(List<Artifact> artifacts) {
        return StageFacts.of(artifacts).map(text -> "   " + text).orElse("");
    }

    private static String first(List<Artifact> artifacts) {
        return artifacts.stream()
                .filter(each -> !each.kind().endsWith("log"))
                .findFirst()
                .map(each -> "   " + words(each.kind()) + " " + size(each))
                .orElse("");
    }

    /// `nsys.kernel_summary` is nsys's, and the line says so already.
    private static String words(String kind) {
        return kind.substring(kind.lastIndexOf('.') + 1).replace('_', ' ');
    }

    private static String size(Artifact artifact) {
        try {
            double bytes = Files.size(artifact.path());
            return bytes < 1e6
                    ? String.format(Locale.ROOT, "%.0f kB", Math.ceil(bytes / 1e3))
                    : String.format(Locale.ROOT, "%.1f MB", bytes / 1e6);
        } catch (IOException e) {
            return "is gone";
        }
    }

    private static String padded(Step step) {
        String name = step.stage().name().replace('_', ' ');
        return name + " ".repeat(Math.max(0, NAME_WIDTH - name.length()));
    }
}
