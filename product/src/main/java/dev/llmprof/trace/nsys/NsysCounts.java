package dev.llmprof.trace.nsys;

import dev.llmprof.trace.Reading;
import dev.llmprof.trace.SumLimit;
import dev.llmprof.trace.sqlite.SqliteRows;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Counts the events of an export by table, and what had to be mended.
final class NsysCounts {
    private final SortedMap<String, Long> byTable = new TreeMap<>();
    private String last = "";
    private long lastCount;
    private final SumLimit limit = SumLimit.ofNanos();
    private final SumLimit byteLimit = SumLimit.ofBytes();
    private long timeless;
    private long negative;
    private long open;

    void event(String table) {
        if (!table.equals(last)) {
            flush();
            last = table;
        }
        lastCount++;
    }

    /// Goes to the next row with a time at `column`.
    boolean next(SqliteRows rows, int column) {
        while (rows.next()) {
            if (SumLimit.isTime(rows.integer(column))) {
                return true;
            }
            timeless++;
        }
        return false;
    }

    long bytes(long moved) {
        return byteLimit.within(moved);
    }

    long duration(long start, long end) {
        if (end < start) {
            negative++;
            return 0;
        }
        return limit.within(end - start < 0 ? Long.MAX_VALUE : end - start);
    }

    void openRange() {
        open++;
    }

    Reading reading(
            long bytes, List<String> remarks, long broken, SortedMap<String, Long> overheadNanos) {
        flush();
        List<String> all = new ArrayList<>(remarks);
        if (limit.beyond() > 0) {
            all.add(SumLimit.endless(limit.beyond()));
        }
        if (byteLimit.beyond() > 0) {
            all.add(SumLimit.endlessBytes(byteLimit.beyond()));
        }
        if (timeless > 0) {
            all.add(timeless + " events have no time and were left out");
        }
        long events = byTable.values().stream().mapToLong(Long::longValue).sum();
        return new Reading(
                bytes,
                events,
                new TreeMap<>(),
                byTable,
                negative,
                open,
                broken + timeless,
                broken == 0,
                overheadNanos,
                all);
    }

    private void flush() {
        if (lastCount > 0) {
            byTable.merge(last, lastCount, Long::sum);
        }
        lastCount = 0;
    }
}
