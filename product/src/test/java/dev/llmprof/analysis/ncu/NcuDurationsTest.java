package dev.llmprof.analysis.ncu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.analysis.source.KernelJoin;
import dev.llmprof.analysis.source.KernelJoins;
import dev.llmprof.analysis.source.KernelTimes;
import dev.llmprof.problem.Problem;
import dev.llmprof.trace.ncu.NcuCsv;
import dev.llmprof.trace.ncu.NcuProfile;
import dev.llmprof.trace.ncu.NcuReport;
import dev.llmprof.trace.ncu.NcuReportBytes;
import dev.llmprof.trace.ncu.NcuUnit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NcuDurationsTest {
    private static final String PLACE =
            "\"ID\",\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel"
                    + " Name\",\"Context\",\"Stream\",\"Block Size\",\"Grid Size\",\"Device\",\"CC\"";
    private static final String UNITS = "\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\"";

    @TempDir Path directory;

    /// 100,282 bytes at 0.7 byte a nanosecond are 143.26 µs: the second pass.
    @Test
    void takesTheTimeOfThePassThatCounted() throws IOException {
        NcuKernel kernel =
                kernels(
                                ",\"gpu__time_duration.sum\",\"gpu__time_duration.sum\",\"dram__bytes.sum\",\"dram__bytes.sum.per_second\"",
                                ",\"us\",\"us\",\"byte\",\"byte/ns\"",
                                List.of(launch("k", ",\"145.76\",\"143.26\",\"100282\",\"0.7\"")))
                        .getFirst();
        assertEquals(OptionalDouble.of(143260), kernel.fact(NcuFact.DURATION));
    }

    @Test
    void takesItFromAReportToo() throws IOException {
        Path report =
                Files.write(directory.resolve("k.ncu-rep"), NcuReportBytes.launchOfTwoPasses());
        NcuKernel kernel = NcuKernels.of(NcuReport.read(report), 5).getFirst();
        assertEquals(OptionalDouble.of(143260), kernel.fact(NcuFact.DURATION));
    }

    @Test
    void aKernelOfWhichNothingWasCountedIsUnknown() throws IOException {
        NcuKernel kernel =
                kernels(
                                ",\"sm__throughput.avg.pct_of_peak_sustained_elapsed\",\"gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed\"",
                                ",\"%\",\"%\"",
                                List.of(launch("k", ",\"nan\",\"nan\"")))
                        .getFirst();
        assertEquals(NcuClass.UNKNOWN, kernel.boundBy());
        assertEquals(Map.of(), kernel.facts());
    }

    @Test
    void aReportAloneHasItsOwnTimesTheLongestFirst() throws IOException {
        List<NcuKernel> kernels =
                kernels(
                        ",\"gpu__time_duration.sum\"",
                        ",\"us\"",
                        List.of(
                                launch("small", ",\"2\""),
                                launch("large", ",\"30\""),
                                launch("large", ",\"50\""),
                                launch("middle", ",\"18\"")));
        List<KernelJoin> joins =
                KernelJoins.of(List.of(KernelTimes.profiled("r.ncu-rep", kernels)), kernels);
        assertEquals(
                List.of("large", "middle", "small"), joins.stream().map(KernelJoin::name).toList());
        assertEquals(
                List.of(new KernelJoin.Time("ncu", "r.ncu-rep", "", 2, 80_000, .8)),
                joins.getFirst().times());
    }

    @Test
    void saysThatTheLastLineOfATableDoesNotEnd() throws IOException {
        String text =
                PLACE
                        + ",\"gpu__time_duration.sum\"\n"
                        + UNITS
                        + ",\"ns\"\n\"0"
                        + launch("k", ",\"19");
        NcuProfile profile = NcuCsv.read(Files.writeString(directory.resolve("cut.csv"), text));
        assertEquals(
                List.of(
                        "the last line does not end: if the file was cut, its last number may be"
                                + " too"),
                profile.problems().stream().map(Problem::what).toList());
    }

    @Test
    void unitsAreThoseThatNcuPrints() {
        assertEquals("block", NcuUnit.ofMetric("launch__occupancy_limit_warps"));
        assertEquals("warp", NcuUnit.ofMetric("sm__warps_active.avg.per_cycle_active"));
        assertEquals("sector/cycle", NcuUnit.ofMetric("lts__t_sectors.avg.peak_sustained"));
        assertEquals("inst/cycle", NcuUnit.ofMetric("sm__inst_executed.avg.per_cycle_active"));
        assertEquals(
                "inst",
                NcuUnit.ofMetric("smsp__average_warps_issue_stalled_wait_per_issue_active.ratio"));
        assertEquals("cycle", NcuUnit.ofMetric("smsp__average_warp_latency_per_inst_issued.ratio"));
        assertEquals("", NcuUnit.ofMetric("sass__inst_executed_per_opcode"));
    }

    private List<NcuKernel> kernels(String names, String units, List<String> launches)
            throws IOException {
        StringBuilder text = new StringBuilder(PLACE + names + "\n" + UNITS + units + "\n");
        for (int id = 0; id < launches.size(); id++) {
            text.append("\"").append(id).append(launches.get(id)).append("\n");
        }
        Path file = Files.writeString(directory.resolve("raw.csv"), text);
        return NcuKernels.of(NcuCsv.read(file), 5);
    }

    private static String launch(String kernel, String metrics) {
        return "\",\"1\",\"python\",\"127.0.0.1\",\""
                + kernel
                + "\",\"1\",\"7\",\"(1, 1, 1)\",\"(1, 1, 1)\",\"0\",\"9.0\""
                + metrics;
    }
}
