package dev.llmprof.analysis.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.analysis.plan.NcuCoverage.MeasuredClass;
import dev.llmprof.analysis.plan.NcuCoverage.PlannedClass;
import dev.llmprof.testing.nsight.NcuReportFile;
import dev.llmprof.testing.nsight.NcuRuns;
import dev.llmprof.trace.ncu.NcuProfile;
import dev.llmprof.trace.ncu.NcuReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NcuCoverageTest {
    @TempDir private Path directory;

    /// gemv: SM 22.5 %, DRAM 81.25 %; gemm: 88.4 % and 21.3 %. The third has gemm's name and
    /// another grid: what was profiled is not of it.
    @Test
    void countersAreSpreadOverTheClassesThatWereMeasured() throws IOException {
        Path file = directory.resolve("plan-1.ncu-rep");
        NcuReportFile.write(NcuRuns.inference(), file);
        NcuProfile profile = NcuReport.read(file);
        var gemv =
                new PlannedClass(
                        "void internal::gemv<(int)7, (bool)0, __nv_bfloat16>(T3)",
                        "(224, 1, 1)",
                        "(32, 4, 1)",
                        100,
                        .6);
        var gemm =
                new PlannedClass(
                        "void cutlass::Kernel2<gemm_bf16_128x64_tn>(T1::Params)",
                        "(152, 4, 1)",
                        "(128, 1, 1)",
                        10,
                        .2);
        var other = new PlannedClass(gemm.kernel(), "(1, 1, 1)", "(128, 1, 1)", 5, .1);

        NcuCoverage coverage = NcuCoverage.of(.9, 2, List.of(gemv, gemm, other), List.of(profile));

        assertEquals(
                List.of(1L, 1L, 0L),
                coverage.classes().stream().map(MeasuredClass::measured).toList());
        assertEquals(.8, coverage.coveredShare(), 1e-9);
        assertEquals(39_500, coverage.classes().getFirst().nanos().getAsDouble(), 1e-6);
        assertEquals(
                (.6 * .225 + .2 * .884) / .8,
                coverage.spread(MeasuredClass::smThroughput).getAsDouble(),
                1e-9);
        assertEquals(
                (.6 * .8125 + .2 * .213) / .8,
                coverage.spread(MeasuredClass::dramThroughput).getAsDouble(),
                1e-9);
    }
}
