package dev.llmprof.cli;

import dev.llmprof.cli.Console.Paint;
import dev.llmprof.pipeline.Artifact;
import dev.llmprof.pipeline.Outcome;
import dev.llmprof.pipeline.Progress;
import dev.llmprof.pipeline.Step;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/// A line for each stage: live while it runs on a terminal, plain where nobody watches.
public final class RunProgress implements Progress {
    private static final String CLEAR = "\r\u001b[K";
    private static final long TICK_MILLIS = 500;
    private static final int NAME_WIDTH = 18;
    private static final int LINE_WIDTH = 60;

    private final Console console;
    private volatile String last = "";
    private volatile String head = "";
    private volatile Thread ticker = Thread.ofVirtual().unstarted(() -> {});

    public RunProgress(Console console) {
        this.console = console;
    }

    @Override
    public void planned(List<Step> steps) {}

    @Override
    public void started(Step step, int number, int of) {
        head = "  %d/%d %s".formatted(number, of, padded(step));
        last = "";
        if (live()) {
            ticker = Thread.ofVirtual().start(() -> tick(System.nanoTime()));
        } else {
            console.say(head + " …");
        }
    }

    @Override
    public void line(String text) {
        last = text;
    }

    @Override
    public void ended(Step step, Outcome outcome, Duration took) {
        ticker.interrupt();
        String clear = live() ? CLEAR : "";
        boolean ran = !(outcome instanceof Outcome.Skipped);
        String start = ran ? head : "      " + padded(step);
        console.say(clear + start + " " + mark(outcome) + "  " + says(outcome, took));
        outcome.problemsMet().forEach(this::print);
    }

    @Override
    public boolean live() {
        return console.interactive() && console.volume() != Console.Volume.QUIET;
    }

    private void print(Problem problem) {
        // What is wrong is shown even to those who asked for quiet.
        console.err().println("       " + problem.toString().replace("\n", "\n       "));
    }

    private void tick(long started) {
        try {
            while (true) {
                double seconds = (System.nanoTime() - started) / 1e9;
                String line = last.length() > LINE_WIDTH ? last.substring(0, LINE_WIDTH) : last;
                console.err()
                        .print(
                                CLEAR
                                        + head
                                        + String.format(Locale.ROOT, " …  %.0f s  ", seconds)
                                        + console.paint(Paint.DIM, line));
                console.err().flush();
                Thread.sleep(TICK_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
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
            case Outcome.Done(List<Artifact> artifacts) -> time(took) + largest(artifacts);
            case Outcome.Degraded(List<Artifact> artifacts, _) -> time(took) + largest(artifacts);
            case Outcome.Failed _ -> time(took);
        };
    }

    private static String time(Duration took) {
        return String.format(Locale.ROOT, "%.1f s", took.toMillis() / 1000.0);
    }

    private static String largest(List<Artifact> artifacts) {
        return artifacts.stream()
                .findFirst()
                .map(each -> "   " + each.kind() + " " + size(each))
                .orElse("");
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
