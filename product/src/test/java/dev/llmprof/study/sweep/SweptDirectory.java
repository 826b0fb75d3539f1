package dev.llmprof.study.sweep;

import dev.llmprof.pipeline.Manifest;
import dev.llmprof.pipeline.Manifest.Verdict;
import dev.llmprof.pipeline.ManifestFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// A sweep's directory as its jobs leave it.
public final class SweptDirectory {
    private final Path directory;
    private final List<String> planned = new ArrayList<>();

    public SweptDirectory(Path directory) {
        this.directory = directory;
    }

    public Path path() {
        return directory;
    }

    /// A job with what its `metrics.json` says.
    public SweptDirectory job(String overrides, Verdict outcome, String metrics)
            throws IOException {
        Path job = Files.createDirectories(directory.resolve(String.valueOf(planned.size())));
        List<String> words = List.of(overrides.split(" "));
        List<String> command = new ArrayList<>(List.of("run"));
        command.addAll(words);
        ManifestFile.write(
                new Manifest(
                        "llmprof test",
                        Instant.EPOCH,
                        Optional.of(Instant.EPOCH),
                        command,
                        job.toString(),
                        outcome,
                        List.of(),
                        Optional.empty()),
                job);
        if (!metrics.isEmpty()) {
            Files.writeString(job.resolve("metrics.json"), metrics);
        }
        planned.add(overrides);
        return this;
    }

    /// One that was planned and left nothing.
    public SweptDirectory unstarted(String overrides) {
        planned.add(overrides);
        return this;
    }

    /// Writes the sweep's own record.
    public SweptDirectory recorded() throws IOException {
        List<String> jobs = new ArrayList<>();
        for (int at = 0; at < planned.size(); at++) {
            String words =
                    List.of(planned.get(at).split(" ")).stream()
                            .map(word -> '"' + word + '"')
                            .collect(Collectors.joining(", "));
            jobs.add("{\"directory\": \"%d\", \"overrides\": [%s]}".formatted(at, words));
        }
        Files.writeString(
                directory.resolve("sweep.json"),
                "{\"schema\": 1, \"command\": [\"run\", \"batch=1,2\"], \"jobs\": ["
                        + String.join(", ", jobs)
                        + "]}");
        return this;
    }

    /// Requests under load: tokens a second, and times in milliseconds.
    public static String requests(double tokensPerSecond, double ttft, double tpot) {
        return """
        {"requests": {"count": 64, "errors": 0,
          "ttft_ns": {"mean": %1$s, "p50": %1$s, "p99": %2$s},
          "tpot_ns": {"mean": %3$s, "p50": %3$s, "p99": %4$s},
          "output_tokens_per_second": %5$s, "requests_per_second": %6$s}}
        """
                .formatted(
                        ttft * 1e6,
                        ttft * 3e6,
                        tpot * 1e6,
                        tpot * 2e6,
                        tokensPerSecond,
                        tokensPerSecond / 128);
    }

    /// By the workload's own clock.
    public static String timings(double tokensPerSecond, double firstToken) {
        return """
        {"timings": {"source": "bare", "tokens_per_second": %s,
          "time_to_first_token_ns": %s},
         "utilisation": [{"phase": "decode", "mfu": 0.01, "mbu": %s}],
         "captures": []}
        """
                .formatted(tokensPerSecond, firstToken * 1e6, tokensPerSecond / 1000);
    }
}
