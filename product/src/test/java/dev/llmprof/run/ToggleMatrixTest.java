package dev.llmprof.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.app.Wiring;
import dev.llmprof.console.Console;
import dev.llmprof.console.ExitCode;
import dev.llmprof.pipeline.Manifest;
import dev.llmprof.pipeline.ManifestFile;
import dev.llmprof.run.RunRequest.Source;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Toggles alone and together, with profilers that always find something.
class ToggleMatrixTest {
    private static final List<String> STAGES =
            List.of("static_analysis", "direct_inference", "torch_profiler", "nsys", "ncu");

    private static final String TOOL =
            """
            #!/bin/sh
            case "$*" in
            *--version*) echo 'Version 2025.1.1.0 version 2025.1.1.0'; exit ;;
            *--help*|--list-*|--query-*|--import*|--csv*) exit ;;
            export*) for word; do :; done; cp EMPTY "${word%.nsys-rep}.sqlite"; exit ;;
            esac
            prev=
            for word; do case $prev in -o) touch "$word.ENDING" ;; esac; prev=$word; done
            """;

    @TempDir private Path directory;
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeEach
    void toolsAndAModel() throws IOException, SQLException {
        Files.createDirectories(directory.resolve("bin"));
        Path empty = directory.resolve("empty.sqlite");
        try (var database = DriverManager.getConnection("jdbc:sqlite:" + empty);
                var statement = database.createStatement()) {
            statement.execute("create table StringIds (id integer, value text)");
        }
        tool("nsys", TOOL.replace("ENDING", "nsys-rep").replace("EMPTY", "'" + empty + "'"));
        tool("ncu", TOOL.replace("ENDING", "ncu-rep"));
        // Leaves a trace where the hook was told to, as a Python program with torch does.
        tool(
                "python",
                """
                #!/bin/sh
                pwd
                [ -n "$LLMPROF_HOOK" ] || exit 0
                traces=$(sed -n 's/.*"directory" : "\\(.*\\)".*/\\1/p' "$LLMPROF_HOOK")
                [ -d "$traces" ] || exit 0
                echo '{"pid": 7, "notes": []}' >"$traces/7.json"
                echo '{"traceEvents": []}' | gzip >"$traces/7.json.gz"
                """);
    }

    /// None, each alone, some pairs, all.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "static_analysis",
                "direct_inference",
                "torch_profiler",
                "nsys",
                "ncu",
                "static_analysis torch_profiler",
                "torch_profiler nsys",
                "nsys ncu",
                "direct_inference ncu",
                "static_analysis direct_inference torch_profiler nsys ncu"
            })
    void aStageRunsAndHasADirectoryExactlyWhenItIsOn(String toggles) throws IOException {
        List<String> on = List.of(toggles.split(" "));

        int code = run(on);

        assertEquals(ExitCode.OK, code, err::toString);
        Manifest manifest = ManifestFile.read(directory.resolve("run"));
        assertEquals(
                Stream.concat(STAGES.stream(), Stream.of("conditions")).toList(),
                manifest.stages().stream().map(Manifest.StageEntry::name).toList());
        for (String stage : STAGES) {
            boolean expected = on.contains(stage);
            assertEquals(
                    expected,
                    manifest.stage(stage).orElseThrow().outcome().usable(),
                    () -> stage + "\n" + err);
            assertEquals(expected, Files.exists(directory.resolve("run").resolve(stage)), stage);
        }
    }

    @Test
    void theProgramStandsWhereTheUserDoes() throws IOException {
        run(List.of("direct_inference", "nsys"));

        Path run = directory.resolve("run");
        assertEquals(
                Path.of("").toAbsolutePath() + "\n",
                Files.readString(run.resolve("direct_inference/tool.log")));
        assertTrue(
                Files.readString(run.resolve("nsys/cmd.txt")).startsWith("nsys profile --trace="));
    }

    @Test
    void aDegradedStageFailsTheRunOnlyWhenAskedTo() throws IOException {
        tool("nsys", TOOL.replace("ENDING", "nsys-rep").replace("cp EMPTY", "exit 5"));

        assertEquals(ExitCode.OK, run(List.of("nsys")), err::toString);
        assertEquals(ExitCode.STAGE_FAILED, run(List.of("nsys"), true), err::toString);
    }

    private int run(List<String> on) {
        return run(on, false);
    }

    private int run(List<String> on, boolean strict) {
        var words = new ArrayList<String>();
        STAGES.forEach(stage -> words.add("pipeline." + stage + ".enable=" + on.contains(stage)));
        words.add("hydra.run.dir=" + directory.resolve("run"));
        words.add("pipeline.nsys.capture_range=none");
        // Known without a folder, and not the built-in workload's own.
        words.add("model=deepseek_ocr");
        var console = Console.of(stream(), stream(), Map.of(), Console.Volume.NORMAL);
        var environment = new HashMap<>(System.getenv());
        environment.put("PATH", directory.resolve("bin") + ":/usr/bin:/bin");
        return new Runs(console, environment, Wiring.stages(), Wiring.launchers(), List.of())
                .run(
                        new RunRequest(
                                words,
                                List.of("python", "infer.py"),
                                Source.SHIPPED,
                                Optional.empty(),
                                false,
                                false,
                                strict));
    }

    private void tool(String name, String script) throws IOException {
        Path file = directory.resolve("bin").resolve(name);
        Files.writeString(file, script);
        assertTrue(file.toFile().setExecutable(true));
    }

    private PrintStream stream() {
        return new PrintStream(err, true, StandardCharsets.UTF_8);
    }
}
