package dev.llmprof.cli.analyze;

import dev.llmprof.app.PluginLists;
import dev.llmprof.cli.CommandWords;
import dev.llmprof.cli.Front;
import dev.llmprof.console.Console;
import dev.llmprof.hardware.ShippedGpus;
import dev.llmprof.run.slurm.ClusterAnalyses;
import dev.llmprof.study.StudyParts;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// What `llmprof analyze` prints to a file.
final class AnalyzeOutput {
    private AnalyzeOutput() {}

    static String of(List<String> words) {
        var out = new ByteArrayOutputStream();
        run(
                console(out, new ByteArrayOutputStream()),
                PluginLists.SHIPPED::study,
                words.toArray(String[]::new));
        return out.toString(StandardCharsets.UTF_8);
    }

    static Console console(OutputStream out, OutputStream err) {
        return new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                false,
                Console.Volume.NORMAL);
    }

    static int run(Console console, Supplier<StudyParts> parts, String... words) {
        var line = new ArrayList<>(List.of("analyze"));
        line.addAll(List.of(words));
        return Front.run(
                CommandWords.of(line),
                Map.of(
                        "analyze",
                        () ->
                                new AnalyzeCommand(
                                        new AnalyzeRun(
                                                console,
                                                () -> "stamp",
                                                name ->
                                                        ShippedGpus.catalogue().find(name).stream()
                                                                .toList(),
                                                parts,
                                                () ->
                                                        new ClusterAnalyses(
                                                                Map.of(), console::say)))),
                console);
    }
}
