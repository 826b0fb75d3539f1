package dev.llmprof.cli.analyze;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.console.Version;
import dev.llmprof.testing.kineto.Dialect;
import dev.llmprof.testing.kineto.Programs;
import dev.llmprof.testing.nsight.NcuReportFile;
import dev.llmprof.testing.nsight.NcuRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the page of `analyze` begins with.
class AnalyzedHeadTest {
    private static final String VERSION = Version.current().number();
    private static final Path TRACE =
            Path.of("src/test/resources/kineto-own/torch-cpu/llama_generate_shapes.json.gz");

    @TempDir private Path folder;

    @Test
    void ofATraceItSaysTheCommandAndWhenItWasRecorded() throws IOException {
        assertEquals(
                List.of(
                        "- command: llmprof analyze " + TRACE + " --gpu h100-sxm",
                        "- capture: " + TRACE,
                        "- recorded by: pytorch",
                        "- host: host",
                        "- recorded: 2026-11-15 19:35 UTC",
                        "- analyzed by: llmprof " + VERSION),
                head(
                        TRACE,
                        "--gpu",
                        "h100-sxm",
                        "--top",
                        "3",
                        "--perfetto",
                        folder.resolve("drawn.json").toString()));
    }

    @Test
    void whatACaptureDoesNotSayIsNotMadeUp() throws IOException {
        Path trace = Programs.eagerLlama(Dialect.CUDA).writtenTo(folder.resolve("eager.json"));
        assertEquals(
                List.of(
                        "- command: llmprof analyze FOLDER/eager.json",
                        "- capture: FOLDER/eager.json",
                        "- recorded by: pytorch",
                        "- device: Made-up GPU",
                        "- analyzed by: llmprof " + VERSION),
                head(trace));
    }

    @Test
    void thePageIsTheSameWhereverItGoes() throws IOException {
        head(TRACE);
        Path elsewhere = folder.resolve("elsewhere");
        AnalyzeOutput.of(List.of(TRACE.toString(), "-o", elsewhere.toString()));
        assertEquals(
                -1,
                Files.mismatch(
                        folder.resolve("out/report.html"), elsewhere.resolve("report.html")));
    }

    @Test
    void ofAReportOfNcuItNamesTheDevice() throws IOException {
        Path report = NcuReportFile.write(NcuRuns.inference(), folder.resolve("kernels.ncu-rep"));
        assertEquals(
                List.of(
                        "- command: llmprof analyze FOLDER/kernels.ncu-rep --classify-margin 7.0",
                        "- capture: FOLDER/kernels.ncu-rep",
                        "- recorded by: ncu",
                        "- device: NVIDIA GeForce RTX 4070",
                        "- recorded: 2026-01-01 00:00 UTC",
                        "- analyzed by: llmprof " + VERSION),
                head(report, "--classify-margin", "7"));
    }

    private List<String> head(Path capture, String... words) throws IOException {
        return Concluded.of(folder, capture, words)
                .report()
                .lines()
                .takeWhile(line -> !line.startsWith("## "))
                .filter(line -> line.startsWith("- "))
                .map(line -> line.replace(folder.toString(), "FOLDER"))
                .toList();
    }
}
