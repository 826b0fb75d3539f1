package dev.llmprof.trace.nsys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.problem.Problem;
import dev.llmprof.testing.SharedData;
import dev.llmprof.testing.nsight.NsysExport;
import dev.llmprof.testing.nsight.NsysRun;
import dev.llmprof.testing.nsight.NsysRuns;
import dev.llmprof.testing.nsight.NsysSchema;
import dev.llmprof.trace.Device;
import dev.llmprof.trace.GpuKind;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import dev.llmprof.trace.HostThread;
import dev.llmprof.trace.Trace;
import dev.llmprof.trace.sqlite.SqliteFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class NsysSqliteTest {
    private static final Map<String, GpuKind> KINDS =
            Map.of("KERNEL", GpuKind.KERNEL, "MEMCPY", GpuKind.COPY, "MEMSET", GpuKind.SET);

    @TempDir Path directory;

    @TempDir static Path made;

    @ParameterizedTest
    @EnumSource
    void hasEveryEventOfTheRun(NsysSchema schema) throws IOException {
        NsysRun run = NsysRuns.generated(7, 4);
        Trace trace =
                NsysTraces.read(NsysExport.write(run, schema, directory.resolve("run.sqlite")));
        for (var kind : KINDS.values()) {
            List<NsysRun.Work> work = run.of(NsysRun.Kind.valueOf(kind.name()));
            assertEquals(
                    List.of(
                            List.of(
                                    (long) work.size(),
                                    work.stream().mapToLong(NsysRun.Work::nanos).sum(),
                                    work.stream().mapToLong(NsysRun.Work::start).sum(),
                                    work.stream().mapToLong(NsysRun.Work::correlation).sum())),
                    sums(trace.gpu(), kind));
        }
        assertEquals(run.calls().size() + run.ranges().size(), trace.host().size());
        assertEquals(
                Optional.of(schema.product()),
                Optional.ofNullable(trace.facts().get("EXPORT_PRODUCT_VERSION")));
        assertEquals(List.of("0", "1"), trace.devices().stream().map(Device::id).sorted().toList());
    }

    @Test
    void saysHowManyGraphsWereRecordedWhole() throws IOException, SQLException {
        Path file = directory.resolve("graphs.sqlite");
        NsysExport.write(NsysRuns.generated(8, 1), NsysSchema.V3_25, file);
        try (var sql = open(file);
                var statement = sql.createStatement()) {
            statement.executeUpdate(
                    "CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE (start INTEGER NOT NULL, \"end\""
                            + " INTEGER NOT NULL, graphId INTEGER)");
            statement.executeUpdate(
                    "INSERT INTO CUPTI_ACTIVITY_KIND_GRAPH_TRACE VALUES (100, 350, 1), (400, 900,"
                            + " 1)");
        }
        assertEquals(
                List.of(
                        "2 CUDA graph launches (750 ns) were recorded whole, without their kernels;"
                                + " record with --cuda-graph-trace=node to see them"),
                NsysTraces.read(file).reading().remarks());
    }

    static Stream<Path> exports() {
        NsysRun run = NsysRuns.generated(6, 5);
        return Stream.concat(
                Stream.of(NsysSchema.values())
                        .map(schema ->
                                NsysExport.write(run, schema, made.resolve(schema + ".sqlite"))),
                Stream.of(
                                "gindachen-nsys-ai/h100_2gpu_1s.sqlite",
                                "gindachen-nsys-ai/mfu_2gpu_before.sqlite",
                                "ncar-gpu-workshop/MW_baseline.sqlite")
                        .flatMap(name -> SharedData.ifHere("nsight/" + name).stream()));
    }

    @ParameterizedTest
    @MethodSource("exports")
    void agreesWithSqlOnEveryTable(Path file) throws IOException, SQLException {
        Trace trace = NsysTraces.read(file);
        try (var sql = openToRead(file)) {
            for (var kind : KINDS.entrySet()) {
                String table = "CUPTI_ACTIVITY_KIND_" + kind.getKey();
                assertEquals(
                        rowsOf(
                                sql,
                                "select count(*), sum(end-start), sum(start), sum(correlationId)"
                                        + " from "
                                        + table),
                        sums(trace.gpu(), kind.getValue()));
            }
            assertEquals(
                    rowsOf(sql, "select sum(bytes) from CUPTI_ACTIVITY_KIND_MEMCPY"),
                    List.of(List.of(bytes(trace.gpu(), GpuKind.COPY))));
            assertEquals(
                    rowsOf(
                            sql,
                            "select s.value, count(*), sum(end-start) from"
                                    + " CUPTI_ACTIVITY_KIND_KERNEL k join StringIds s on"
                                    + " s.id=k.demangledName group by 1 order by 1"),
                    byName(trace.gpu()));
        }
        assertEquals(List.of(), trace.reading().remarks());
    }

    @Test
    void readsRangesDomainsThreadsAndOpenEnds() throws IOException, SQLException {
        Path file = directory.resolve("run.sqlite");
        try (var sql = open(file);
                var statement = sql.createStatement()) {
            statement.executeUpdate(
                    "CREATE TABLE StringIds (id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT"
                            + " NULL)");
            statement.executeUpdate(
                    "INSERT INTO StringIds VALUES (7, 'decode'), (900000000000, 'cuLaunchKernel')");
            statement.executeUpdate(
                    "CREATE TABLE NVTX_EVENTS (start INTEGER NOT NULL, \"end\" INTEGER, eventType"
                            + " INTEGER NOT NULL, text TEXT, globalTid INTEGER, textId INTEGER,"
                            + " domainId INTEGER)");
            long thread = 0x0001_0000_0000_0000L | 55L << 24 | 66;
            statement.executeUpdate(
                    "INSERT INTO NVTX_EVENTS VALUES (10, 20, 59, 'prefill', "
                            + thread
                            + ", NULL, 0),"
                            + " (21, NULL, 59, NULL, "
                            + thread
                            + ", 7, 3), (5, NULL, 75, 'llm', "
                            + thread
                            + ", NULL, 3),"
                            + " (22, 90, 60, 'request', "
                            + thread
                            + ", NULL, 0), (23, NULL, 34, 'mark', "
                            + thread
                            + ", NULL, 0)");
            statement.executeUpdate(
                    "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER, \"end\" INTEGER,"
                            + " globalTid INTEGER, correlationId INTEGER, nameId INTEGER)");
            statement.executeUpdate(
                    "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (12, 14, "
                            + thread
                            + ", 5, 900000000000)");
        }
        HostTable host = NsysTraces.read(file).host();
        assertEquals(4, host.size());
        assertEquals(HostKind.DRIVER_CALL, host.kindOf(0));
        assertEquals("cuLaunchKernel", host.name().get(0));
        assertEquals(5, host.correlation().get(0));
        assertEquals("prefill", host.name().get(1));
        assertEquals(new HostThread("55", "66"), host.thread().get(1));
        assertEquals("decode", host.name().get(2));
        assertEquals("llm", host.domain().get(2));
        assertEquals(69, host.durationNanos().get(2));
        assertEquals(HostKind.FREE_RANGE, host.kindOf(3));
        assertEquals(
                Map.of("prefill", 1L, "llm:decode", 1L, "request", 1L),
                NsysSqlite.rangeCounts(file));
    }

    @Test
    void readsTextsThatSpanPagesAndTablesOfSeveralLevels() throws IOException, SQLException {
        Path file = directory.resolve("long.sqlite");
        String text = "x".repeat(100_000);
        try (var sql = open(file);
                var statement = sql.createStatement()) {
            statement.executeUpdate("PRAGMA page_size=512");
            statement.executeUpdate(
                    "CREATE TABLE StringIds (id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT"
                            + " NULL)");
            statement.executeUpdate("INSERT INTO StringIds VALUES (1, '" + text + "')");
            statement.executeUpdate(
                    "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i+1 FROM n WHERE i < 20000)"
                            + " INSERT INTO StringIds SELECT i, 's' || i FROM n");
        }
        try (var opened = SqliteFile.open(file)) {
            var rows = opened.rows("StringIds", "value", "id");
            assertTrue(rows.next());
            assertEquals(text, rows.text(0));
            long sum = 1;
            while (rows.next()) {
                assertEquals("s" + rows.integer(1), rows.text(0));
                sum += rows.integer(1);
            }
            assertEquals(20000L * 20001 / 2, sum);
            assertEquals(List.of(), opened.problems());
        }
    }

    @Test
    void tellsHowMuchWasReadAndNeverMoreThanThereIs() throws IOException {
        Path file = Path.of("src/test/resources/nsys/generated/launches.sqlite");
        List<Long> told = new ArrayList<>();
        NsysSqlite.read(file, "launches", told::add);
        assertEquals(told.stream().sorted().toList(), told);
        assertTrue(told.getFirst() > 0);
        assertEquals(Files.size(file), told.getLast());
    }

    @Test
    void saysWhatIsNoExport() throws IOException, SQLException {
        Path text = Files.writeString(directory.resolve("a.sqlite"), "hello");
        assertEquals("this is not an SQLite database", problem(text));
        Path other = directory.resolve("b.sqlite");
        try (var sql = open(other);
                var statement = sql.createStatement()) {
            statement.executeUpdate("CREATE TABLE t (a)");
        }
        assertEquals(
                "this SQLite database is not an export of nsys: it has no table StringIds, but t",
                problem(other));
    }

    @ParameterizedTest
    @CsvSource({
        "rocpd_kernel_dispatch_00ab, a rocpd database of rocprofv3",
        "rocpd_op, an rpd database of rocmProfileData",
        "CANN_API, a database of Ascend's profiler",
        "CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, a database of nvprof or the Visual Profiler"
    })
    void namesTheDatabasesOfOtherTools(String table, String what) throws SQLException {
        Path other = directory.resolve("other.db");
        try (var sql = open(other);
                var statement = sql.createStatement()) {
            statement.executeUpdate("CREATE TABLE " + table + " (a)");
        }
        assertEquals("this is " + what + ", which llmprof does not read", problem(other));
    }

    @Test
    void saysThatAnExportBreaksOff() throws IOException {
        Path whole =
                NsysExport.write(
                        NsysRuns.generated(7, 4), NsysSchema.V3_16, directory.resolve("a.sqlite"));
        byte[] bytes = Files.readAllBytes(whole);
        Path half =
                Files.write(
                        directory.resolve("half.sqlite"),
                        Arrays.copyOf(bytes, bytes.length - 4096));
        assertEquals(
                "the database breaks off: "
                        + (bytes.length - 4096)
                        + " of "
                        + bytes.length
                        + " bytes are here, and what is missing is in no table",
                NsysTraces.read(half).reading().remarks().getFirst());
    }

    @Test
    void showsWhatNsysWarnedOfAndCallsWithoutTheirVersions() throws IOException, SQLException {
        Path file = directory.resolve("diagnostics.sqlite");
        try (var sql = open(file);
                var statement = sql.createStatement()) {
            for (String line :
                    """
                    CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT)
                    INSERT INTO StringIds VALUES (1,'cudaGraphLaunch_v10000'),(2,'cuMemAlloc_v2'),(3,'cudaMalloc_v3020')
                    CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER, end INTEGER, globalTid INTEGER, correlationId INTEGER, nameId INTEGER)
                    INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (1,2,7,1,1),(3,4,7,2,2),(5,6,7,3,3)
                    CREATE TABLE DIAGNOSTIC_EVENT (timestamp INTEGER, source INTEGER, severity INTEGER, text TEXT)
                    INSERT INTO DIAGNOSTIC_EVENT VALUES (1,1,1,'started'),(2,3,2,'Not all CUDA events were collected.'),(3,3,2,'Not all CUDA events were collected.'),(4,1,3,'CUPTI is missing')
                    """
                            .lines()
                            .toList()) {
                statement.executeUpdate(line);
            }
        }
        Trace trace = NsysTraces.read(file);
        assertEquals(
                List.of(
                        "nsys warns: Not all CUDA events were collected. (2 times)",
                        "nsys reports an error: CUPTI is missing"),
                trace.reading().remarks());
        assertEquals("cudaGraphLaunch", trace.host().name().get(0));
        assertEquals("cuMemAlloc_v2", trace.host().name().get(1));
        assertEquals("cudaMalloc", trace.host().name().get(2));
    }

    private static String problem(Path file) {
        return assertThrows(Problem.Found.class, () -> NsysTraces.read(file))
                .problems()
                .getFirst()
                .what();
    }

    private static Connection open(Path file) throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + file);
    }

    /// Beside a file of others no journal may appear.
    private static Connection openToRead(Path file) throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:file:" + file + "?immutable=1");
    }

    private static List<List<Object>> rowsOf(Connection sql, String query) throws SQLException {
        try (var statement = sql.createStatement();
                var rows = statement.executeQuery(query)) {
            var all = new ArrayList<List<Object>>();
            while (rows.next()) {
                var row = new ArrayList<Object>();
                for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
                    Object value = rows.getObject(column);
                    row.add(value instanceof Number number ? number.longValue() : value);
                }
                all.add(row);
            }
            return all;
        }
    }

    private static List<List<Long>> sums(GpuTable table, GpuKind kind) {
        long[] sums = new long[4];
        for (int row = 0; row < table.size(); row++) {
            if (table.kindOf(row) == kind) {
                sums[0]++;
                sums[1] += table.durationNanos().get(row);
                sums[2] += table.startNanos().get(row);
                sums[3] += table.correlation().get(row) & ((1L << 40) - 1);
            }
        }
        return List.of(Arrays.stream(sums).boxed().toList());
    }

    private static long bytes(GpuTable table, GpuKind kind) {
        long bytes = 0;
        for (int row = 0; row < table.size(); row++) {
            bytes += table.kindOf(row) == kind ? table.bytes().get(row) : 0;
        }
        return bytes;
    }

    private static List<List<Object>> byName(GpuTable table) {
        var sums = new TreeMap<String, long[]>();
        for (int row = 0; row < table.size(); row++) {
            if (table.kindOf(row) == GpuKind.KERNEL) {
                long[] sum = sums.computeIfAbsent(table.name().get(row), _ -> new long[2]);
                sum[0]++;
                sum[1] += table.durationNanos().get(row);
            }
        }
        return sums.entrySet().stream()
                .map(entry ->
                        List.<Object>of(entry.getKey(), entry.getValue()[0], entry.getValue()[1]))
                .toList();
    }
}
