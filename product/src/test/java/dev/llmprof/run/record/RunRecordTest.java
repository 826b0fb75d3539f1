package dev.llmprof.run.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.config.python.PythonText;
import dev.llmprof.host.HostTool;
import dev.llmprof.process.Command;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.run.Composed;
import dev.llmprof.tool.Ncu;
import dev.llmprof.tool.NcuAnswers;
import dev.llmprof.tool.Nsys;
import dev.llmprof.tool.NsysAnswers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a run directory says about where its results come from.
class RunRecordTest {
    private static final String SECRET = "hunter2";

    @TempDir private Path directory;

    @Test
    void theInputsOfACommandAreItsFilesWithSizesAndHashes() throws IOException {
        Path script = Files.writeString(directory.resolve("infer me.py"), "print(1)\n");

        String yaml = written(List.of("python3", script.toString(), "--n", "3"), "inputs.yaml");

        assertEquals(
                """
                count: 1
                inputs:
                - path: %s
                  bytes: 9
                  sha256: %s
                """
                        .formatted(script, sha256("print(1)\n")),
                yaml);
    }

    @Test
    void theInputsOfADatasetThatIsMadeOnTheSpotAreItsPages() throws IOException {
        assertEquals(
                """
                dataset: synthetic
                count: 2
                inputs:
                - made: 1
                  seed: 7
                - made: 2
                  seed: 7
                """,
                written(List.of(), "inputs.yaml", "dataset.pages=2"));
    }

    @Test
    void theInputsOfAModuleAreTheModelsAndTheDatasetsFiles() throws IOException {
        Path model = Files.createDirectories(directory.resolve("model"));
        Files.writeString(model.resolve("config.json"), "{}");
        Path images = Files.createDirectories(directory.resolve("data/images"));
        Files.writeString(images.resolve("b.png"), "bb");
        Files.writeString(images.resolve("a.png"), "a");
        Files.writeString(images.resolve("notes.txt"), "no input");

        String yaml =
                written(
                        List.of(),
                        "inputs.yaml",
                        "workload=python_module",
                        "workload.module=infer",
                        "dataset=omnidocbench",
                        "dataset.root=" + directory.resolve("data"),
                        "model.path=" + model);

        assertEquals(
                """
                dataset: OmniDocBench
                dataset_root: %1$s/data
                count: 3
                inputs:
                - path: %1$s/model/config.json
                  bytes: 2
                  sha256: %2$s
                - path: %1$s/data/images/a.png
                  bytes: 1
                  sha256: %3$s
                - path: %1$s/data/images/b.png
                  bytes: 2
                  sha256: %4$s
                """
                        .formatted(directory, sha256("{}"), sha256("a"), sha256("bb")),
                yaml);
    }

    @Test
    void theMachineIsToldWithItsGpusDriverToolsAndCommit() throws IOException {
        tool(
                "nvidia-smi",
                """
                if [ $# = 0 ]; then
                    echo '| NVIDIA-SMI 550.54.15   Driver Version: 550.54.15   CUDA Version: 12.4 |'
                else
                    echo 'NVIDIA H100 80GB HBM3, 550.54.15, 81559 MiB, GPU-1'
                fi\
                """);
        tool("nsys", "echo 'NVIDIA Nsight Systems version 2024.6.2.225-246235244400v0'");
        tool("ncu", "echo 'Version 2025.1.1.0 (build 35528883) (public-release)'");
        repository();

        JsonNode machine =
                new JsonMapper()
                        .readTree(
                                written(
                                        List.of("true"),
                                        "env.json",
                                        "workload.cwd=" + directory.resolve("code")));

        assertEquals("NVIDIA H100 80GB HBM3", machine.path("gpu").asText());
        assertEquals("550.54.15", machine.at("/gpus/0/driver").asText());
        assertEquals("12.4", machine.path("cuda").asText());
        assertEquals("2024.6.2", machine.at("/tools/nsys").asText().substring(0, 8));
        assertEquals("2025.1.1.0", machine.at("/tools/ncu").asText());
        assertEquals(40, machine.at("/git/commit").asText().length());
        assertTrue(machine.at("/git/dirty").asBoolean());
        assertFalse(machine.at("/host/name").asText().isEmpty());
        assertEquals(Runtime.version().toString(), machine.path("java").asText());
    }

    @Test
    void thePackagesAreThoseOfTheProgramsPythonAndNothingOfTheUsersIsImported() throws IOException {
        Path code = Files.createDirectories(directory.resolve("code"));
        Files.writeString(code.resolve("json.py"), "open('imported', 'w')\n");
        Files.writeString(code.resolve("csv.py"), "open('imported', 'w')\n");
        Path python = Files.createSymbolicLink(code.resolve("python"), Path.of("/usr/bin/python3"));
        assumeTrue(Files.isExecutable(python), "no /usr/bin/python3");

        JsonNode machine =
                new JsonMapper()
                        .readTree(
                                written(
                                        List.of("./python", "infer.py"),
                                        "env.json",
                                        "workload.cwd=" + code));

        assertTrue(machine.at("/packages/python").asText().startsWith("3."), machine::toString);
        assertFalse(Files.exists(code.resolve("imported")));
    }

    @Test
    void theValuesOfSecretsAreWrittenNowhere() throws IOException {
        written(List.of("true"), "env.json", "+workload.env.WANDB_API_KEY=" + SECRET);

        for (String file : List.of("env.json", "config.yaml", "overrides.yaml", "inputs.yaml")) {
            String text = Files.readString(directory.resolve("run").resolve(file));
            assertFalse(text.contains(SECRET), file);
        }
        JsonNode variables =
                new JsonMapper()
                        .readTree(Files.readString(directory.resolve("run/env.json")))
                        .path("variables");
        assertEquals("(hidden)", variables.path("HF_TOKEN").asText());
        assertEquals("1", variables.path("CUDA_VISIBLE_DEVICES").asText());
    }

    @Test
    void oneRunHasOneTime() {
        var composed = Composed.of("+a=${now:%H%M%S%f}", "+b=${now:%H%M%S%f}");

        assertEquals(Optional.of("142233000000"), composed.binder().read("a", String.class));
        assertEquals(Optional.of("142233000000"), composed.binder().read("b", String.class));
        assertTrue(
                composed.composition()
                        .hydraValue("run.dir")
                        .map(PythonText::str)
                        .orElseThrow()
                        .endsWith("tmp/runs/20261115-142233"));
    }

    private String written(List<String> program, String file, String... overrides)
            throws IOException {
        var composed = Composed.with(program, overrides);
        assertEquals(List.of(), composed.problems());
        Map<String, String> environment = environment();
        Path run = Files.createDirectories(directory.resolve("run"));
        var machine =
                new RunEnvironment(
                        new SystemProcesses(environment),
                        environment,
                        List.of(
                                new HostTool("nsys", Nsys.version(), NsysAnswers::version, false),
                                new HostTool("ncu", Ncu.version(), NcuAnswers::version, true)));
        RunRecord.write(
                run,
                composed.composition(),
                composed.workload(),
                "0.1.0",
                machine,
                machine.tools());
        return Files.readString(run.resolve(file));
    }

    private Map<String, String> environment() throws IOException {
        Path bin = Files.createDirectories(directory.resolve("bin"));
        var environment = new HashMap<String, String>();
        environment.put("PATH", bin + ":/usr/bin:/bin");
        environment.put("HOME", directory.toString());
        environment.put("HF_TOKEN", SECRET);
        environment.put("SOME_PASSWORD", SECRET);
        environment.put("CUDA_VISIBLE_DEVICES", "1");
        return environment;
    }

    private void tool(String name, String script) throws IOException {
        Path file = directory.resolve("bin").resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        assertTrue(file.toFile().setExecutable(true));
    }

    /// With a commit, and a file that is not in it.
    private void repository() throws IOException {
        Path code = Files.createDirectories(directory.resolve("code"));
        String git = "git -c user.name=a -c user.email=a@b -c init.defaultBranch=main ";
        new SystemProcesses(environment())
                .ask(
                        Command.of(
                                "sh",
                                "-c",
                                "cd '"
                                        + code
                                        + "' && "
                                        + git
                                        + "init && "
                                        + git
                                        + "commit --allow-empty -m x && touch new"),
                        Duration.ofMinutes(1));
    }

    private static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(
                            MessageDigest.getInstance("SHA-256")
                                    .digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
