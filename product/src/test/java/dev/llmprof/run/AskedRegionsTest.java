package dev.llmprof.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.app.PluginLists;
import dev.llmprof.app.Wiring;
import dev.llmprof.console.Console;
import dev.llmprof.run.RunRequest.Source;
import dev.llmprof.testing.SharedData;
import dev.llmprof.testing.nsight.NcuReportFile;
import dev.llmprof.testing.nsight.NcuRuns;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A whole run whose ncu leaves a report in which no NVTX range is open.
class AskedRegionsTest {
    @TempDir private Path directory;

    @TempDir private static Path made;

    @ParameterizedTest
    @MethodSource("reports")
    void aRegionThatWasAskedForAndNotProfiledSaysSo(Path report) throws Exception {
        Path ncu = Files.createDirectories(directory.resolve("bin")).resolve("ncu");
        Files.writeString(
                ncu,
                """
                #!/bin/sh
                case "$1" in --version) echo 'Version 2025.1.1.0'; exit ;; --help|--list-*|--query-*|--import) exit ;; esac
                prev=
                for word; do case $prev in -o) out=$word ;; esac; prev=$word; done
                cp '%s' "$out.ncu-rep"
                """
                        .formatted(report));
        assertTrue(ncu.toFile().setExecutable(true));

        int code = run();

        assertEquals(0, code);
        String markdown = read("ncu/regions/report.md");
        assertTrue(markdown.contains("| prefill |  | not profiled |  | – | – | – |"), markdown);
        assertTrue(markdown.contains("| decode |  | not profiled |  | – | – | – |"), markdown);
        String json = read("ncu/regions/report.json");
        assertTrue(json.contains("\"name\" : \"decode\""), json);
        assertFalse(json.contains("\"kernel_count\" : 0"), json);
    }

    static Stream<Path> reports() throws IOException {
        return Stream.concat(
                Stream.of(NcuReportFile.write(NcuRuns.inference(), made.resolve("own.ncu-rep"))),
                SharedData.ifHere("nsight/averyclapp-esmm/profile_71fb9e58.ncu-rep").stream());
    }

    private int run() {
        var nowhere = new PrintStream(OutputStream.nullOutputStream());
        var console = Console.of(nowhere, nowhere, Map.of(), Console.Volume.NORMAL);
        var environment = new HashMap<>(System.getenv());
        environment.put("PATH", directory.resolve("bin") + ":/usr/bin:/bin");
        return new Runs(
                        console,
                        environment,
                        Wiring.stages(),
                        Wiring.launchers(),
                        PluginLists.SHIPPED.afterRun())
                .run(
                        new RunRequest(
                                List.of(
                                        "hydra.run.dir=" + directory.resolve("run"),
                                        "pipeline.static_analysis.enable=false",
                                        "pipeline.torch_profiler.enable=false",
                                        "pipeline.ncu.enable=true",
                                        "pipeline.ncu.ncu_cli.replay_mode=range",
                                        "pipeline.ncu.ncu_cli.nvtx.include=[prefill,decode]"),
                                List.of("true"),
                                Source.SHIPPED,
                                Optional.empty(),
                                false,
                                false,
                                false));
    }

    private String read(String file) throws IOException {
        return Files.readString(directory.resolve("run").resolve(file));
    }
}
