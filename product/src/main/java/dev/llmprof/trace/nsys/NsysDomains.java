package dev.llmprof.trace.nsys;

import dev.llmprof.trace.sqlite.SqliteFile;
import java.util.HashMap;
import java.util.Map;

/// The NVTX domains by process and number, and when the last NVTX event was.
record NsysDomains(Map<Key, Integer> names, long lastNanos, int defaultName) {
    private record Key(long process, long domain) {}

    static NsysDomains read(SqliteFile file, NsysStrings strings) {
        Map<Key, Integer> names = new HashMap<>();
        long last = Long.MIN_VALUE;
        var rows =
                file.rows(
                        "NVTX_EVENTS",
                        "start",
                        "end",
                        "eventType",
                        "textId",
                        "text",
                        "globalTid",
                        "domainId");
        while (rows.next()) {
            last = Math.max(last, Math.max(rows.integer(0), rows.integer(1, Long.MIN_VALUE)));
            if (NsysHostReader.isDomain((int) rows.integer(2))) {
                var key = new Key(NsysProcesses.process(rows.integer(5)), rows.integer(6));
                names.putIfAbsent(key, strings.code(rows, 3, 4));
            }
        }
        return new NsysDomains(names, last, strings.code(""));
    }

    int code(long globalTid, long domain) {
        return names.isEmpty()
                ? defaultName
                : names.getOrDefault(
                        new Key(NsysProcesses.process(globalTid), domain), defaultName);
    }
}
