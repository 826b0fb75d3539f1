package dev.llmprof.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.console.ExitCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Secrets that a sweep goes over: the programs get them, and nothing of the sweep keeps them.
class SecretSweepIT {
    private static final String CANARY = "zCanary";
    private static final String TOKENS =
            "+workload.env.HF_TOKEN=hf_zCanaryAAAAAAAA,hf_zCanaryBBBBBBBB,hf_zCanaryCCCCCCCC";
    private static final List<String> QUICK =
            List.of(
                    "pipeline.static_analysis.enable=false",
                    "pipeline.torch_profiler.enable=false",
                    "pipeline.direct_inference.enable=true");
    private static final List<String> PROGRAM =
            List.of(
                    "--",
                    "./prog",
                    "--api-key",
                    "zCanaryKey",
                    "--url=https://me:zCanaryWord@host/?token=zCanaryQuery");

    @TempDir private Path directory;

    /// Stops in the second job until it is mended.
    @BeforeEach
    void program() throws IOException {
        Path program = directory.resolve("prog");
        Files.writeString(
                program,
                """
                #!/bin/sh
                echo "$HF_TOKEN $*" >> seen
                [ -e mended ] || [ $(wc -l < seen) != 2 ] || { touch stop; sleep 1000; }
                echo "$HF_TOKEN $*" >&2
                """);
        assertTrue(program.toFile().setExecutable(true));
    }

    @Test
    void noFileNameOrLineOfASweepHasThemAndItGoesOnWithThemTypedAgain() throws Exception {
        Llmprof first = start(List.of(), sweep(TOKENS));
        first.await(() -> Files.exists(directory.resolve("stop")));
        first.process().destroyForcibly().waitFor();
        Files.createFile(directory.resolve("mended"));
        assertEquals(List.of(), holding(first));

        Llmprof asked = start(List.of(), resumed());
        assertEquals(ExitCode.WRONG_INPUT, asked.exit());
        assertEquals(
                """
                error: not saved, since secret: +workload.env.HF_TOKEN
                  at   sweep.json: ./prog --api-key (hidden) --url=(hidden)
                  fix  type it again: llmprof run --resume sweep +workload.env.HF_TOKEN=… -- ./prog …
                """,
                asked.errors().replaceAll("--url=.*", "--url=(hidden)"));

        Llmprof second = start(List.of(), resumed(TOKENS));
        assertEquals(ExitCode.OK, second.exit(), second.errors());
        assertEquals(List.of(), holding(second));
        assertEquals(
                List.of("A", "B", "B", "C"),
                Files.readAllLines(directory.resolve("seen")).stream()
                        .map(line -> line.substring(10, 11))
                        .toList());
        assertEquals(
                4,
                Files.readString(directory.resolve("seen")).split("--api-key zCanaryKey", -1).length
                        - 1);
    }

    @Test
    void oneValueForSeveralJobsIsAnotherSweep() throws Exception {
        Files.createFile(directory.resolve("mended"));
        assertEquals(ExitCode.OK, start(List.of(), sweep(TOKENS)).exit());

        List<String> words = new ArrayList<>(resumed());
        words.addAll(PROGRAM);
        Llmprof second = start(List.of("HF_TOKEN=hf_zCanaryDDDDDDDD"), words);

        assertEquals(ExitCode.WRONG_INPUT, second.exit(), second.output());
        assertTrue(
                second.errors()
                        .startsWith(
                                "error: these are not the jobs of the sweep that began: it had 3"
                                        + " jobs, and now 1\n"),
                second.errors());
    }

    @Test
    void otherValuesInAnotherOrderAreAnotherSweep() throws Exception {
        Files.createFile(directory.resolve("mended"));
        assertEquals(ExitCode.OK, start(List.of(), sweep("+workload.env.SIZE=1,2")).exit());

        Llmprof second = start(List.of(), resumed("+workload.env.SIZE=2,1"));

        assertEquals(ExitCode.WRONG_INPUT, second.exit(), second.output());
        assertTrue(second.errors().contains("job 0 had +workload.env.SIZE=1\n"), second.errors());
    }

    @Test
    void aDirectoryIsNotNamedAfterOne() throws Exception {
        Files.createFile(directory.resolve("mended"));
        String name = "${hydra.job.override_dirname}";
        List<String> sweep = sweep("+workload.env.DB_PASSWORD=zCanaryA,zCanaryB");
        List<String> shorter = sweep("+workload.env.DB_PASSWORD=zCan");
        sweep.add(1, "hydra.sweep.subdir=" + name);
        shorter.add(1, "hydra.sweep.subdir=" + name);
        List<String> single = sweep("+workload.env.DB_PASSWORD=zCanaryA");
        single.remove("-m");
        single.add(1, "hydra.run.dir=sweep/" + name);
        for (List<String> words : List.of(sweep, shorter, single)) {
            Llmprof llmprof = start(List.of(), words);

            assertEquals(ExitCode.WRONG_INPUT, llmprof.exit(), llmprof.output());
            assertTrue(
                    llmprof.errors()
                            .startsWith("error: a secret would stand in the name of a directory\n"),
                    llmprof.errors());
            assertFalse(Files.exists(directory.resolve("sweep")));
            assertFalse(Files.exists(directory.resolve("seen")));
        }
    }

    private static List<String> sweep(String swept) {
        var words = new ArrayList<>(List.of("run", "-m", "hydra.sweep.dir=sweep", swept));
        words.addAll(QUICK);
        words.addAll(PROGRAM);
        return words;
    }

    private static List<String> resumed(String... swept) {
        var words = new ArrayList<>(List.of("run", "--resume", "sweep"));
        words.addAll(List.of(swept));
        words.addAll(swept.length == 0 ? List.of() : PROGRAM);
        return words;
    }

    private Llmprof start(List<String> variables, List<String> words) throws IOException {
        var wrapper = new ArrayList<>(List.of("env", "-C", "" + directory));
        wrapper.addAll(variables);
        return Llmprof.start(directory, wrapper, words);
    }

    /// Files by name and content, and what llmprof itself told on the terminal.
    private List<String> holding(Llmprof llmprof) throws IOException {
        List<String> holding = new ArrayList<>();
        try (var files = Files.walk(directory.resolve("sweep"))) {
            files.filter(file ->
                            file.getFileName().toString().contains(CANARY)
                                    || (Files.isRegularFile(file)
                                            && content(file).contains(CANARY)))
                    .forEach(file -> holding.add(file.toString()));
        }
        (llmprof.output() + llmprof.errors())
                .lines()
                .filter(line -> line.contains(CANARY) && !line.startsWith("hf_" + CANARY))
                .forEach(holding::add);
        return holding;
    }

    private static String content(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
