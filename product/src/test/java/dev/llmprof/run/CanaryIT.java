package dev.llmprof.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.console.ExitCode;
import dev.llmprof.process.Command;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.testing.RealTool;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Secrets on every way into a run, and every file of it searched, with the real profilers on.
class CanaryIT {
    private static final String CANARY = "zCanary";
    private static final String PROMPT = "the prompt is mine to give away";
    private static final String PROGRAM =
            """
            import os, subprocess, sys, torch
            secrets = [os.environ[n] for n in ("HF_TOKEN", "DB_PW", "DATABASE_URL", "WANDB_API_KEY", "SETTINGS", "HEADERS")]
            # A line at a time: both streams go into one log, and Python may not buffer.
            sys.stdout.write("given %d\\n" % len([s for s in secrets + sys.argv if "zCanary" in s]))
            sys.stdout.flush()
            sys.stderr.write(f"{secrets} {sys.argv}\\n")
            model = torch.nn.Linear(8, 8)
            for _ in range(4):
                for secret in secrets + sys.argv:
                    for part in secret.replace('"', " ").replace("'", " ").split():
                        with torch.profiler.record_function("asked with " + part):
                            model(torch.ones(2, 8))
            subprocess.run(["sleep", "1"])
            """;

    @TempDir private Path directory;

    @Test
    void noSecretIsInAnyFileOfARunAndAllOfThemReachTheProgram() throws Exception {
        RealTool.nsys();
        Llmprof llmprof = start(RealTool.pythonWithTorch());

        assertEquals(ExitCode.OK, llmprof.exit(), llmprof.errors());
        assertEquals(List.of("given 13"), given(llmprof.output()));
        for (String stage : List.of("direct_inference", "torch_profiler", "nsys")) {
            Path log = run().resolve(stage).resolve("tool.log");
            assertEquals(List.of("given 13"), given(Files.readString(log)), stage);
        }
        assertEquals(Set.of(), filesWith(CANARY));
        assertEquals(
                Set.of(
                        "config.yaml",
                        "direct_inference/cmd.txt",
                        "direct_inference/tool.log",
                        "manifest.json",
                        "nsys/cmd.txt",
                        "nsys/run.nsys-rep",
                        "nsys/tool.log",
                        "report.html",
                        "report.md",
                        "stakeholder_summary.md",
                        "torch_profiler/assumptions.md",
                        "torch_profiler/cmd.txt",
                        "torch_profiler/tool.log"),
                filesWith(PROMPT));
        assertTrue(exported().indexOf(CANARY) < 0, "a secret is packed in nsys's report");
    }

    @Test
    void theConfigurationShowsNoSecretVariable() throws Exception {
        Llmprof llmprof =
                Llmprof.start(
                        directory,
                        List.of("env", "HF_TOKEN=zCanaryVariable"),
                        List.of(
                                "config",
                                "--cfg",
                                "job",
                                "--resolve",
                                "-p",
                                "workload.env",
                                "+workload.env.MINE=${oc.env:HF_TOKEN}"));

        assertEquals(ExitCode.OK, llmprof.exit(), llmprof.errors());
        assertEquals("# @package workload.env\nMINE: (hidden)\n", llmprof.output());
    }

    private Llmprof start(Path python) throws IOException {
        Path program = Files.writeString(directory.resolve("program.py"), PROGRAM);
        return Llmprof.start(
                directory,
                List.of(
                        "env",
                        "HF_TOKEN=zCanaryVariable",
                        "DB_PW=zCanary1",
                        "SLURM_JWT=zCanaryUnused",
                        "DATABASE_URL=postgres://me:zCanaryUrl@host/db",
                        "SETTINGS={\"n\": 1, \"api_key\": \"zCanaryInJson\"}",
                        "HEADERS=Authorization: Bearer zCanaryBearer"),
                List.of(
                        "run",
                        "hydra.run.dir=" + run(),
                        "pipeline.direct_inference.enable=true",
                        "pipeline.torch_profiler.enable=true",
                        "pipeline.nsys.enable=true",
                        "pipeline.nsys.capture_range=none",
                        "+workload.env.WANDB_API_KEY=zCanaryKey",
                        "--",
                        python.toString(),
                        program.toString(),
                        "--password=zCanaryWord",
                        "--api-key",
                        "zCanaryNext",
                        "--header=PRIVATE-TOKEN: zCanaryHeader",
                        "host=h password=zCanaryDsn dbname=d",
                        "from h import login; login(token='zCanaryCode')",
                        "--env=HF_TOKEN=zCanaryFlag&\"<%'",
                        "https://me:zCanaryUser@host/data?token=zCanaryQuery",
                        "--prompt",
                        PROMPT));
    }

    private Path run() {
        return directory.resolve("run");
    }

    private static List<String> given(String text) {
        return text.lines().filter(line -> line.startsWith("given")).toList();
    }

    private Set<String> filesWith(String word) throws IOException {
        try (var files = Files.walk(run())) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> content(file).contains(word))
                    .map(file -> run().relativize(file).toString())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static String content(Path file) {
        try {
            byte[] bytes = Files.readAllBytes(file);
            if (file.toString().endsWith(".gz")) {
                bytes = new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes();
            }
            return new String(bytes, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Most of nsys's report is packed; its own export shows what is in it.
    private String exported() {
        Path sqlite = directory.resolve("again.sqlite");
        new SystemProcesses(System.getenv())
                .ask(
                        new Command(
                                List.of(
                                        "nsys",
                                        "export",
                                        "--type",
                                        "sqlite",
                                        "--output",
                                        sqlite.toString(),
                                        run().resolve("nsys/run.nsys-rep").toString()),
                                Map.of(),
                                Optional.empty()),
                        Duration.ofMinutes(2));
        return content(sqlite);
    }
}
