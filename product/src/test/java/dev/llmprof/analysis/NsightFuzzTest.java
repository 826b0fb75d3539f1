package dev.llmprof.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.ncu.NcuKernel;
import dev.llmprof.analysis.ncu.NcuKernels;
import dev.llmprof.analysis.ncu.NcuRegions;
import dev.llmprof.analysis.nsys.NsysStats;
import dev.llmprof.analysis.nsys.NsysSummaries;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.problem.Problem;
import dev.llmprof.trace.FuzzFiles;
import dev.llmprof.trace.Trace;
import dev.llmprof.trace.ncu.NcuCsv;
import dev.llmprof.trace.ncu.NcuProfile;
import dev.llmprof.trace.ncu.NcuReport;
import dev.llmprof.trace.nsys.NsysKernelSummary;
import dev.llmprof.trace.nsys.NsysTraceCsv;
import dev.llmprof.trace.nsys.NsysTraces;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

/// A thousand seeded corruptions of each kind of file: each is read in part, or refused in words.
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
class NsightFuzzTest {
    private static final int ROUNDS = 1_000;
    private static final Path NSYS = Path.of("src/test/resources/nsys");

    @TempDir Path directory;

    /// Reads damaged bytes, and analyses what was read.
    private interface Reader {
        void read(byte[] bytes) throws IOException;
    }

    @Test
    void ncuReports() throws IOException {
        fuzz(FuzzFiles.ncuReport(), 11, bytes -> use(NcuReport.read(file(bytes))));
    }

    @Test
    void ncuCsvs() throws IOException {
        fuzz(
                FuzzFiles.ncuCsv(),
                12,
                bytes -> use(NcuCsv.read(new ByteArrayInputStream(bytes), "fuzz.csv")));
    }

    @Test
    void nsysExports() throws IOException {
        byte[] bytes = Files.readAllBytes(NSYS.resolve("generated/launches.sqlite"));
        fuzz(bytes, 13, damaged -> use(NsysTraces.read(file(damaged))));
    }

    @Test
    void nsysExportsOfRangesOnly() throws IOException {
        byte[] bytes = Files.readAllBytes(NSYS.resolve("2022.4/ranges.sqlite"));
        fuzz(bytes, 14, damaged -> use(NsysTraces.read(file(damaged))));
    }

    @Test
    void nsysSummaries() throws IOException {
        byte[] bytes = Files.readAllBytes(NSYS.resolve("generated/launches.gpukernsum.csv"));
        fuzz(
                bytes,
                15,
                damaged -> {
                    var summary =
                            NsysKernelSummary.read(new ByteArrayInputStream(damaged), "fuzz.csv");
                    assertTrue(summary.rows().size() <= 1_000);
                });
    }

    @Test
    void nsysEventTables() throws IOException {
        StringBuilder text =
                new StringBuilder(
                        "Start (ns),Duration (ns),CorrId,Bytes (MB),Device,Ctx,Strm,Name\n");
        for (int row = 0; row < 60; row++) {
            text.append(row * 100)
                    .append(",50,")
                    .append(row)
                    .append(",0.5,NVIDIA H100 (0),1,7,\"void k<1, 2>(float *)\"\n");
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        fuzz(bytes, 16, damaged -> NsysTraceCsv.read(file(damaged)).ifPresent(NsightFuzzTest::use));
    }

    private static void fuzz(byte[] whole, long seed, Reader reader) throws IOException {
        var random = new Random(seed);
        int refused = 0;
        for (int round = 0; round < ROUNDS; round++) {
            try {
                reader.read(damaged(whole, random));
            } catch (Problem.Found found) {
                refused++;
                assertFalse(found.problems().getFirst().what().isBlank());
            }
        }
        assertTrue(refused < ROUNDS, "nothing was read at all");
    }

    /// Flips bytes, cuts off, repeats or leaves out a piece, or fills one with the highest values.
    private static byte[] damaged(byte[] whole, Random random) {
        byte[] bytes = whole.clone();
        int at = random.nextInt(bytes.length);
        int length = Math.min(bytes.length - at, 1 + random.nextInt(64));
        return switch (random.nextInt(5)) {
            case 0 -> Arrays.copyOf(bytes, at);
            case 1 -> FuzzFiles.without(bytes, at, length);
            case 2 -> FuzzFiles.repeated(bytes, at, length);
            case 3 -> {
                Arrays.fill(bytes, at, at + length, (byte) 0xFF);
                yield bytes;
            }
            default -> {
                for (int flips = 1 + random.nextInt(20); flips > 0; flips--) {
                    bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
                }
                yield bytes;
            }
        };
    }

    private static void use(NcuProfile profile) {
        List<NcuKernel> kernels = NcuKernels.of(profile, 5);
        assertTrue(kernels.size() <= profile.launches().size());
        NcuRegions.of(profile.launches(), List.of("decode"), _ -> true)
                .forEach(region -> assertFalse(region.folder().isEmpty()));
    }

    private static void use(Trace trace) {
        assertEquals(trace.source(), Capture.of(NestedTrace.of(trace)).origin().source());
        long kernels = NsysSummaries.kernels(trace.gpu()).rows().size();
        NsysStats stats = NsysStats.of(trace);
        assertTrue(stats.kernelsByShape().rows().size() >= kernels);
        assertTrue(stats.projections().rows().size() <= stats.ranges().rows().size());
    }

    private Path file(byte[] bytes) throws IOException {
        return Files.write(directory.resolve("fuzz"), bytes);
    }
}
