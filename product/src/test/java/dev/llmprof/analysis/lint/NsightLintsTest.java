package dev.llmprof.analysis.lint;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.testing.nsight.NsysExport;
import dev.llmprof.testing.nsight.NsysRun;
import dev.llmprof.testing.nsight.NsysRuns;
import dev.llmprof.testing.nsight.NsysSchema;
import dev.llmprof.trace.ncu.NcuCsv;
import dev.llmprof.trace.ncu.NcuProfile;
import dev.llmprof.trace.ncu.NcuSession;
import dev.llmprof.trace.nsys.NsysSqlite;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The rules about nsys and ncu, each on a capture that breaks it and on one that does not.
class NsightLintsTest {
    static final List<LintRule> RULES =
            List.of(
                    LintRule.DROPPED_EVENTS,
                    LintRule.WHOLE_GRAPHS,
                    LintRule.NSYS_WITHOUT_CUDA,
                    LintRule.NCU_CLOCKS,
                    LintRule.NCU_ORDER,
                    LintRule.NCU_NO_VALUES,
                    LintRule.DROPPED_SETTINGS);

    @TempDir private Path directory;

    @Test
    void whatNsysSaysItLostIsRepeated() throws IOException, SQLException {
        Path file = export("lost");
        assertEquals("", nsys(file, LintRule.DROPPED_EVENTS));
        change(
                file,
                "INSERT INTO DIAGNOSTIC_EVENT (timestamp, timestampType, source, severity, text) VALUES (2, 1, 3, 2,"
                        + " 'Not all CUDA events were collected.')");
        assertEquals(
                "nsys warns: Not all CUDA events were collected.",
                nsys(file, LintRule.DROPPED_EVENTS));
    }

    @Test
    void graphsRecordedWholeHideTheirKernels() throws IOException, SQLException {
        Path file = export("graphs");
        assertEquals("", nsys(file, LintRule.WHOLE_GRAPHS));
        change(
                file,
                "CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE AS SELECT start, \"end\", deviceId,"
                        + " contextId, streamId, correlationId, globalPid, 1 AS graphId FROM"
                        + " CUPTI_ACTIVITY_KIND_KERNEL LIMIT 1");
        assertEquals("1 graph launches", nsys(file, LintRule.WHOLE_GRAPHS).split(",", 2)[0]);
    }

    @Test
    void nsysWithoutCudaHasNeitherCallsNorKernels() throws IOException {
        var ranges = new NsysRun(List.of(), List.of(), NsysRuns.generated(3, 2).nvtx());
        Path file = NsysExport.write(ranges, NsysSchema.V3_25, directory.resolve("nvtx.sqlite"));
        assertEquals(
                "no table of CUDA calls and none of kernels",
                nsys(file, LintRule.NSYS_WITHOUT_CUDA));
        assertEquals("", nsys(export("cuda"), LintRule.NSYS_WITHOUT_CUDA));
    }

    @Test
    void clocksThatDifferByATenthWereNotLocked() throws IOException {
        assertEquals(
                "the SM clock goes from 1.00 to 1.20 GHz over 2 launches",
                ncu(LintRule.NCU_CLOCKS, page("0", "1.0", "500") + page("1", "1.2", "500"), ""));
        assertEquals(
                "",
                ncu(LintRule.NCU_CLOCKS, page("0", "1.0", "500") + page("1", "1.1", "500"), ""));
        assertEquals(
                "", ncu(LintRule.NCU_CLOCKS, page("0", "0.6", "11") + page("1", "1.2", "500"), ""));
        assertEquals(
                "--clock-control none",
                ncu(LintRule.NCU_CLOCKS, page("0", "1.0", "500"), "ncu --clock-control none ./a"));
    }

    @Test
    void launchesThatGoBackWereReplayedInAnotherOrder() throws IOException {
        assertEquals(
                "1 of 2 launches have a lower number than the one before",
                ncu(LintRule.NCU_ORDER, page("1", "1.0", "500") + page("0", "1.0", "500"), ""));
        assertEquals(
                "", ncu(LintRule.NCU_ORDER, page("0", "1.0", "500") + page("1", "1.0", "500"), ""));
    }

    @Test
    void aKernelWithoutDurationHasNothingToBeHeldAgainst() throws IOException {
        assertEquals(
                "1 of 1 kernels",
                ncu(LintRule.NCU_NO_VALUES, row("0", "SM Frequency", "Ghz", "1.0"), ""));
        assertEquals("", ncu(LintRule.NCU_NO_VALUES, page("0", "1.0", "500"), ""));
    }

    @Test
    void optionsThatWereRenamedAreNamed() throws IOException {
        String page = page("0", "1.0", "500");
        assertEquals(
                "--kernel-regex, --details-all",
                ncu(LintRule.DROPPED_SETTINGS, page, "ncu --kernel-regex gemm --details-all ./a"));
        assertEquals("", ncu(LintRule.DROPPED_SETTINGS, page, "ncu --kernel-name gemm ./a"));
    }

    private Path export(String name) {
        return NsysExport.write(
                NsysRuns.generated(3, 2), NsysSchema.V3_25, directory.resolve(name + ".sqlite"));
    }

    private static void change(Path file, String statement) throws SQLException {
        try (var sql = DriverManager.getConnection("jdbc:sqlite:" + file);
                var made = sql.createStatement()) {
            made.executeUpdate(statement);
        }
    }

    private static String nsys(Path file, LintRule rule) throws IOException {
        var trace = NsysSqlite.read(file, file.toString(), _ -> {});
        return evidence(
                rule, Lints.of(List.of(Capture.of(NestedTrace.of(trace))), Map.of(), List.of()));
    }

    private static String ncu(LintRule rule, String rows, String commandLine) throws IOException {
        String head =
                "\"ID\",\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\",\"Context\","
                        + "\"Stream\",\"Block Size\",\"Grid Size\",\"Device\",\"CC\",\"Section Name\","
                        + "\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n";
        var bytes = new ByteArrayInputStream((head + rows).getBytes(StandardCharsets.UTF_8));
        NcuProfile read = NcuCsv.read(bytes, "details.csv");
        var session = new NcuSession(0, Map.of(), Map.of(), "", commandLine, "");
        var profile = new NcuProfile(session, read.launches(), List.of());
        return evidence(rule, Lints.of(List.of(), Map.of("details.csv", profile), List.of()));
    }

    private static String page(String id, String gigahertz, String micros) {
        return row(id, "SM Frequency", "Ghz", gigahertz) + row(id, "Duration", "us", micros);
    }

    private static String row(String id, String metric, String unit, String value) {
        return String.format(
                "\"%s\",\"1\",\"a\",\"h\",\"gemm\",\"1\",\"7\",\"(32, 1, 1)\",\"(1, 1, 1)\",\"0\",\"9.0\","
                        + "\"GPU Speed Of Light Throughput\",\"%s\",\"%s\",\"%s\"\n",
                id, metric, unit, value);
    }

    private static String evidence(LintRule rule, List<LintFinding> found) {
        return found.stream()
                .filter(each -> each.rule() == rule)
                .map(LintFinding::evidence)
                .findFirst()
                .orElse("");
    }
}
