package dev.llmprof.cli.analyze;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.testing.kineto.Dialect;
import dev.llmprof.testing.kineto.Programs;
import dev.llmprof.testing.nsight.NcuReportFile;
import dev.llmprof.testing.nsight.NcuRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What somebody who opens a report for the first time must find.
class FirstLookTest {
    @TempDir private Path folder;

    @Test
    void countersAloneSayWhatBoundsTheHottestKernel() throws IOException {
        String summary = section("Summary", counters());
        assertTrue(
                summary.contains("The hottest kernel takes ")
                        && summary.contains(" of the kernel time, bound by "),
                summary);
    }

    @Test
    void whatWasCountedIsNoneOfTheTimelines() throws IOException {
        Path one = Programs.eagerLlama(Dialect.CUDA).writtenTo(folder.resolve("one.json"));
        Path two = Programs.hostOnly().writtenTo(folder.resolve("two.json"));
        assertTrue(
                section("Summary", one, two, counters())
                        .contains("one of 2 captures with a timeline"));
        assertTrue(section("Summary", one, two).contains("one of 2 captures: "));
    }

    @Test
    void ofSeveralCapturesADoubtNamesItsOwn() throws IOException {
        Path one = Programs.eagerLlama(Dialect.CUDA).writtenTo(folder.resolve("one.json"));
        Path two = Programs.hostOnly().writtenTo(folder.resolve("two.json"));
        String several = section("Can this be trusted?", one, two);
        assertTrue(
                several.contains("| `one.json` |") && several.contains("| `two.json` |"), several);
        assertEquals(
                -1,
                section("Can this be trusted?", one).indexOf("| `one.json` |"),
                "one is enough");
    }

    private Path counters() throws IOException {
        return NcuReportFile.write(NcuRuns.inference(), folder.resolve("kernels.ncu-rep"));
    }

    private String section(String title, Path... captures) throws IOException {
        Path out = folder.resolve("out");
        AnalyzeOutput.of(
                Stream.concat(
                                Stream.of(captures).map(Path::toString),
                                Stream.of("-o", out.toString()))
                        .toList());
        String report = Files.readString(out.resolve("report.md"));
        int from = report.indexOf("## " + title);
        assertTrue(from >= 0, List.of(captures) + " has no " + title);
        int to = report.indexOf("\n## ", from + 1);
        return report.substring(from, to < 0 ? report.length() : to);
    }
}
