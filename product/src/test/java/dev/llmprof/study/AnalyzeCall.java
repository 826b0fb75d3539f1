package dev.llmprof.study;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.app.PluginLists;
import dev.llmprof.cli.CommandWords;
import dev.llmprof.cli.Front;
import dev.llmprof.cli.analyze.AnalyzeCommand;
import dev.llmprof.cli.analyze.AnalyzeRun;
import dev.llmprof.console.Console;
import dev.llmprof.hardware.ShippedGpus;
import dev.llmprof.run.slurm.ClusterAnalyses;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// `llmprof analyze` as it is typed, with its files in `out/` of a folder.
final class AnalyzeCall {
    private final Path folder;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    AnalyzeCall(Path folder) {
        this.folder = folder;
    }

    /// To its exit code.
    int call(String... words) {
        var stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        var console = new Console(stream, stream, false, false, Console.Volume.QUIET);
        var run =
                new AnalyzeRun(
                        console,
                        () -> "stamp",
                        word -> List.of(ShippedGpus.catalogue().named(word)),
                        PluginLists.SHIPPED::study,
                        () -> new ClusterAnalyses(Map.of(), _ -> {}));
        List<String> all = new ArrayList<>(List.of("analyze"));
        all.addAll(List.of(words));
        all.add("--output=" + folder.resolve("out"));
        return Front.run(
                CommandWords.of(all), Map.of("analyze", () -> new AnalyzeCommand(run)), console);
    }

    String said() {
        return out.toString(StandardCharsets.UTF_8);
    }

    JsonNode metrics() throws IOException {
        return new JsonMapper().readTree(folder.resolve("out/metrics.json").toFile());
    }
}
