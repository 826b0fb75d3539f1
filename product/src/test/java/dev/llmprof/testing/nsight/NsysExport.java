package dev.llmprof.testing.nsight;

import dev.llmprof.testing.nsight.NsysRun.Call;
import dev.llmprof.testing.nsight.NsysRun.Nvtx;
import dev.llmprof.testing.nsight.NsysRun.OnThread;
import dev.llmprof.testing.nsight.NsysRun.Work;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Writes a run as `nsys export --type sqlite` would. Everything an export has beside the run is
/// there, too: other processes, the environment, marks.
public final class NsysExport {
    private static final Map<String, Integer> COPIES =
            Map.of("[CUDA memcpy HtoD]", 1, "[CUDA memcpy DtoH]", 2, "[CUDA memcpy DtoD]", 8);

    private final Connection sql;
    private final Map<String, List<String>> tables;
    private final Map<String, Long> strings = new LinkedHashMap<>();

    private NsysExport(Connection sql, NsysSchema schema) {
        this.sql = sql;
        this.tables = schema.tables();
    }

    public static Path write(NsysRun run, NsysSchema schema, Path file) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        try (var sql = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            sql.setAutoCommit(false);
            var export = new NsysExport(sql, schema);
            export.create();
            export.about(schema);
            for (Work work : run.work()) {
                export.work(work);
            }
            for (Call call : run.calls()) {
                export.call(call);
            }
            for (Nvtx event : run.nvtx()) {
                export.nvtx(event);
            }
            export.strings();
            sql.commit();
            return file;
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private void create() throws SQLException {
        try (var statement = sql.createStatement()) {
            for (var table : tables.entrySet()) {
                String columns =
                        table.getValue().stream()
                                .map(NsysExport::column)
                                .collect(Collectors.joining(", "));
                statement.executeUpdate("CREATE TABLE " + table.getKey() + " (" + columns + ")");
            }
        }
    }

    private static String column(String described) {
        String[] parts = described.split(":", -1);
        String name = parts[0].replace("!", "");
        String type = parts.length == 1 ? "INTEGER" : parts[1];
        if (type.equals("KEY")) {
            return name + " INTEGER NOT NULL PRIMARY KEY";
        }
        return '"' + name + "\" " + type + (parts[0].endsWith("!") ? " NOT NULL" : "");
    }

    private void about(NsysSchema schema) throws SQLException {
        insert(schema.metadata(), "name", "EXPORT_PRODUCT_VERSION", "value", schema.product());
        insert(schema.metadata(), "name", "EXPORT_SCHEMA_VERSION", "value", schema.schema());
        insert("TARGET_INFO_SESSION_START_TIME", "utcEpochNs", 1_700_000_000_000_000_000L);
        insert("TARGET_INFO_SYSTEM_ENV", "name", "Hostname", "value", "node-7");
        insert("DIAGNOSTIC_EVENT", "timestamp", 5, "text", "Number of CUPTI events produced: 1");
        for (int device = 0; device < 2; device++) {
            Object[] gpu = {
                "id",
                device,
                "cuDevice",
                device,
                "name",
                "NVIDIA H100",
                "totalMemory",
                85_000_000_000L,
                "computeMajor",
                9,
                "smCount",
                132,
                "threadsPerWarp",
                32
            };
            insert("TARGET_INFO_GPU", gpu);
        }
        insert("PROCESSES", "globalPid", new OnThread(1, 1).globalPid(), "pid", 1, "name", "init");
        for (String way :
                List.of(
                        "1 HTOD Host-to-Device",
                        "2 DTOH Device-to-Host",
                        "8 DTOD Device-to-Device")) {
            String[] words = way.split(" ", -1);
            insert(
                    "ENUM_CUDA_MEMCPY_OPER",
                    "id",
                    Integer.parseInt(words[0]),
                    "name",
                    "CUDA_MEMCPY_KIND_" + words[1],
                    "label",
                    words[2]);
        }
        insert("ENUM_CUDA_MEM_KIND", "id", 1, "name", "CUDA_MEMORY_PINNED", "label", "Pinned");
        insert("ENUM_CUDA_MEM_KIND", "id", 2, "name", "CUDA_MEMORY_DEVICE", "label", "Device");
    }

    private void work(Work work) throws SQLException {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("start", work.start());
        row.put("end", work.end());
        row.put("deviceId", work.process() % 2);
        row.put("contextId", 1);
        row.put("streamId", work.stream());
        row.put("correlationId", work.correlation());
        row.put("globalPid", new OnThread(work.process(), 0).globalPid());
        switch (work.kind()) {
            case KERNEL -> {
                long name = id(work.name());
                row.putAll(Map.of("demangledName", name, "shortName", name, "mangledName", name));
                row.putAll(Map.of("registersPerThread", 40, "dynamicSharedMemory", 2048));
                var shape = work.shape();
                row.putAll(Map.of("gridX", shape.gridX(), "gridY", shape.gridY()));
                row.putAll(Map.of("gridZ", shape.gridZ(), "blockX", shape.blockX()));
                row.putAll(Map.of("blockY", shape.blockY(), "blockZ", shape.blockZ()));
                insert("CUPTI_ACTIVITY_KIND_KERNEL", row);
            }
            case COPY -> {
                row.putAll(Map.of("bytes", work.bytes(), "srcKind", 1, "dstKind", 2));
                row.put("copyKind", COPIES.getOrDefault(work.name(), 0));
                insert("CUPTI_ACTIVITY_KIND_MEMCPY", row);
            }
            case SET -> {
                row.putAll(Map.of("bytes", work.bytes(), "value", 0, "memKind", 2));
                insert("CUPTI_ACTIVITY_KIND_MEMSET", row);
            }
        }
    }

    private void call(Call call) throws SQLException {
        Object[] row = {
            "start",
            call.start(),
            "end",
            call.end(),
            "globalTid",
            call.thread().globalTid(),
            "correlationId",
            call.correlation(),
            "nameId",
            id(call.name())
        };
        insert("CUPTI_ACTIVITY_KIND_RUNTIME", row);
    }

    private void nvtx(Nvtx event) throws SQLException {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("start", event.start());
        event.end().ifPresent(end -> row.put("end", end));
        row.put("eventType", event.type());
        if (event.registered()) {
            row.put("textId", id(event.text()));
        } else {
            row.put("text", event.text());
        }
        row.put("globalTid", event.thread().globalTid());
        event.endThread().ifPresent(end -> row.put("endGlobalTid", end.globalTid()));
        row.put("domainId", event.domain().isEmpty() ? 0 : 3);
        insert("NVTX_EVENTS", row);
    }

    private long id(String text) {
        return strings.computeIfAbsent(text, _ -> 330_000L + strings.size());
    }

    private void strings() throws SQLException {
        for (var string : strings.entrySet()) {
            insert("StringIds", "id", string.getValue(), "value", string.getKey());
        }
    }

    private void insert(String table, Object... cells) throws SQLException {
        Map<String, Object> row = new LinkedHashMap<>();
        for (int at = 0; at < cells.length; at += 2) {
            row.put(cells[at].toString(), cells[at + 1]);
        }
        insert(table, row);
    }

    /// What a row does not say is empty, or 0 where it may not be.
    private void insert(String table, Map<String, Object> row) throws SQLException {
        List<String> columns = tables.getOrDefault(table, List.of());
        String places = columns.stream().map(_ -> "?").collect(Collectors.joining(","));
        try (PreparedStatement statement =
                sql.prepareStatement("INSERT INTO " + table + " VALUES (" + places + ")")) {
            for (int at = 0; at < columns.size(); at++) {
                String name = columns.get(at).split(":", -1)[0];
                Object missing = name.endsWith("!") ? 0 : "";
                Object value = row.getOrDefault(name.replace("!", ""), missing);
                if (value.equals("")) {
                    statement.setNull(at + 1, java.sql.Types.NULL);
                } else {
                    statement.setObject(at + 1, value);
                }
            }
            statement.executeUpdate();
        }
    }
}
