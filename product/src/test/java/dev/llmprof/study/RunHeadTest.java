package dev.llmprof.study;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.pipeline.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunHeadTest {
    @TempDir private Path directory;

    @Test
    void saysWhenWhereWithWhichVersionsAndByWhichWords() throws IOException {
        Files.writeString(
                directory.resolve("env.json"),
                """
                {"gpu": "NVIDIA H100", "gpus": [{"name": "NVIDIA H100", "driver": "550.54"}, {"name": "NVIDIA H100", "driver": "550.54"}],
                 "cuda": "12.4", "torch": "2.6.0+cu124", "transformers": null, "packages": {"python": "3.11.7"},
                 "host": {"name": "box", "system": "Linux 6.8", "cpu": "EPYC", "cores": 64},
                 "git": {"commit": "0123abc", "dirty": true},
                 "tools": {"nsys": "2024.5.1", "ncu": null}}
                """);

        assertEquals(
                List.of(
                        "command: llmprof run device=cuda:0 -- python x.py --batch 8",
                        "device: 2 × NVIDIA H100, driver 550.54, CUDA 12.4",
                        "host: box, EPYC, 64 cores, Linux 6.8",
                        "versions: llmprof 0.1.0, Python 3.11.7, torch 2.6.0+cu124, nsys 2024.5.1",
                        "commit: 0123abc, with changes of its own",
                        "date: 2026-11-16 19:31 UTC"),
                head("run", "device=cuda:0", "--", "python", "x.py", "--batch", "8"));
    }

    @Test
    void secretsOfACommandLineAreHidden() {
        assertEquals(
                "command: llmprof run 'workload.env.HF_TOKEN=(hidden)' -- python x.py --api-key '(hidden)'"
                        + " '--password=(hidden)' --max-new-tokens 8 'TOKEN=(hidden)'",
                head(
                                "run",
                                "workload.env.HF_TOKEN=abc",
                                "--",
                                "python",
                                "x.py",
                                "--api-key",
                                "abc",
                                "--password=abc",
                                "--max-new-tokens",
                                "8",
                                "TOKEN=abc")
                        .getFirst());
    }

    @Test
    void aRunWithoutItsEnvironmentSaysWhatIsKnown() {
        assertEquals(
                List.of(
                        "command: llmprof run",
                        "device: CPU (no GPU was found)",
                        "versions: llmprof 0.1.0",
                        "date: 2026-11-16 19:31 UTC"),
                head("run"));
    }

    private List<String> head(String... words) {
        var manifest =
                new Manifest(
                        "0.1.0",
                        Instant.parse("2026-11-16T19:31:12Z"),
                        Optional.empty(),
                        List.of(words),
                        directory.toString(),
                        Manifest.Verdict.DONE,
                        List.of());
        return RunHead.of(directory, manifest).stream()
                .map(fact -> fact.name() + ": " + fact.value())
                .toList();
    }
}
