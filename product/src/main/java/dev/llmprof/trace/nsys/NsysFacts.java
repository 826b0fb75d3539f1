package dev.llmprof.trace.nsys;

import dev.llmprof.table.Symbols;
import dev.llmprof.trace.Device;
import dev.llmprof.trace.HostTable;
import dev.llmprof.trace.sqlite.SqliteFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;

/// The short things an export says: versions, devices, which ranges there were.
final class NsysFacts {
    private static final List<String> METADATA =
            List.of("META_DATA_CAPTURE", "META_DATA_EXPORT", "EXPORT_META_DATA");
    private static final List<String> VERSIONS = List.of("VERSION", "SCHEMA");

    private static final List<String> SYSTEM = List.of("CudaDriverVersion", "CpuDescription");
    private static final int WARNING = 2;
    private static final int ERROR = 3;
    private static final int LONGEST_TEXT = 300;
    private static final int MOST_DIAGNOSTICS = 6;

    private NsysFacts() {}

    /// Versions and the CPU's name only: the tables also hold the environment and the command lines
    /// of the whole machine.
    static SortedMap<String, String> facts(SqliteFile file) {
        SortedMap<String, String> facts = new TreeMap<>();
        for (String table : METADATA) {
            var rows = file.rows(table, "name", "value");
            while (rows.next()) {
                String name = rows.text(0);
                if (VERSIONS.stream().anyMatch(name::contains)) {
                    facts.put(name, rows.text(1));
                }
            }
        }
        var system = file.rows("TARGET_INFO_SYSTEM_ENV", "name", "value");
        while (system.next()) {
            if (SYSTEM.contains(system.text(0)) && !system.isNull(1)) {
                facts.put(system.text(0), system.text(1));
            }
        }
        var start = file.rows("TARGET_INFO_SESSION_START_TIME", "utcEpochNs");
        if (start.next() && !start.isNull(0)) {
            facts.put("SESSION_START_EPOCH_NANOS", Long.toString(start.integer(0)));
        }
        return facts;
    }

    static List<Device> devices(SqliteFile file) {
        List<Device> devices = new ArrayList<>();
        var rows =
                file.rows(
                        "TARGET_INFO_GPU",
                        "cuDevice",
                        "name",
                        "totalMemory",
                        "computeMajor",
                        "computeMinor",
                        "smCount",
                        "threadsPerWarp",
                        "id");
        while (rows.next()) {
            devices.add(
                    new Device(
                            Long.toString(rows.isNull(0) ? rows.integer(7) : rows.integer(0)),
                            rows.text(1),
                            rows.integer(2),
                            (int) rows.integer(3),
                            (int) rows.integer(4),
                            (int) rows.integer(5),
                            (int) rows.integer(6)));
        }
        return devices;
    }

    static SortedMap<String, Long> rangeCounts(SqliteFile file) {
        var symbols = new Symbols.Builder();
        HostTable.Builder ranges =
                new NsysHostReader(
                                new NsysStrings(file, symbols),
                                new NsysProcesses(),
                                new NsysCounts())
                        .readRanges(file);
        HostTable table = ranges.build(symbols.build());
        SortedMap<String, Long> counts = new TreeMap<>();
        for (int row = 0; row < table.size(); row++) {
            String domain = table.domain().get(row);
            String name = table.name().get(row);
            counts.merge(domain.isEmpty() ? name : domain + ":" + name, 1L, Long::sum);
        }
        return counts;
    }

    /// What nsys itself warned of, such as lost events; each text once, with how often it came.
    static List<String> diagnostics(SqliteFile file) {
        var rows = file.rows("DIAGNOSTIC_EVENT", "severity", "text");
        SequencedMap<String, Long> counts = new LinkedHashMap<>();
        while (rows.next()) {
            long severity = rows.integer(0);
            if (severity == WARNING || severity == ERROR) {
                String text = rows.text(1).strip().replaceAll("\\s+", " ");
                String words = severity == ERROR ? "nsys reports an error: " : "nsys warns: ";
                String cut =
                        text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) + "…" : text;
                counts.merge(words + cut, 1L, Long::sum);
            }
        }
        List<String> remarks = new ArrayList<>();
        counts.forEach(
                (text, count) -> remarks.add(count == 1 ? text : text + " (" + count + " times)"));
        if (remarks.size() <= MOST_DIAGNOSTICS) {
            return remarks;
        }
        int more = remarks.size() - MOST_DIAGNOSTICS;
        List<String> first = new ArrayList<>(remarks.subList(0, MOST_DIAGNOSTICS));
        first.add(
                more + " more diagnostics of nsys: table DIAGNOSTIC_EVENT of the export has them");
        return first;
    }

    /// What nsys took for itself inside the program, by what it did, as `CUDA profiling data flush
    /// overhead`.
    static SortedMap<String, Long> overheadNanos(SqliteFile file) {
        Map<Long, Long> byName = new HashMap<>();
        var rows = file.rows("PROFILER_OVERHEAD", "start", "end", "nameId");
        while (rows.next()) {
            long nanos = Math.max(0, rows.integer(1) - rows.integer(0));
            byName.merge(rows.integer(2), nanos, Long::sum);
        }
        SortedMap<String, Long> nanos = new TreeMap<>();
        if (byName.isEmpty()) {
            return nanos;
        }
        var names = file.rows("StringIds", "id", "value");
        while (names.next()) {
            Long of = byName.get(names.integer(0));
            if (of != null) {
                nanos.merge(names.text(1), of, Long::sum);
            }
        }
        return nanos;
    }

    /// Graphs recorded as one event each hide their kernels.
    static Optional<String> wholeGraphs(SqliteFile file) {
        var rows = file.rows("CUPTI_ACTIVITY_KIND_GRAPH_TRACE", "start", "end");
        long count = 0;
        long nanos = 0;
        while (rows.next()) {
            count++;
            nanos += rows.integer(1) - rows.integer(0);
        }
        return count == 0
                ? Optional.empty()
                : Optional.of(
                        count
                                + " CUDA graph launches ("
                                + nanos
                                + " ns) were recorded whole, without their kernels; record with"
                                + " --cuda-graph-trace=node to see them");
    }
}
