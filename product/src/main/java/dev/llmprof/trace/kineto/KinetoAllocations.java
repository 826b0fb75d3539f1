package dev.llmprof.trace.kineto;

import dev.llmprof.table.IntColumn;
import dev.llmprof.table.LongColumn;
import dev.llmprof.trace.AllocationTable;
import dev.llmprof.trace.SumLimit;
import java.nio.charset.StandardCharsets;

/// Gathers the `[memory]` instants that `profile_memory` writes.
final class KinetoAllocations {
    private static final byte[] MEMORY = "[memory]".getBytes(StandardCharsets.UTF_8);

    private final SumLimit limit;
    private final LongColumn.Builder timeNanos = new LongColumn.Builder();
    private final LongColumn.Builder bytes = new LongColumn.Builder();
    private final IntColumn.Builder deviceType = new IntColumn.Builder();
    private final IntColumn.Builder device = new IntColumn.Builder();
    private final LongColumn.Builder totalAllocated = new LongColumn.Builder();
    private final LongColumn.Builder totalReserved = new LongColumn.Builder();

    KinetoAllocations(SumLimit limit) {
        this.limit = limit;
    }

    /// Takes an instant, `"ph": "i"`.
    void instant(KinetoEvent event) {
        long time =
                event.is(KinetoKeys.NAME, MEMORY)
                        ? event.nanos(KinetoKeys.TIME)
                        : JsonNumbers.NOT_A_TIME;
        if (time == JsonNumbers.NOT_A_TIME) {
            return;
        }
        timeNanos.add(time);
        bytes.add(limit.withinEitherWay(event.whole(KinetoKeys.ALLOCATED, 0)));
        deviceType.add((int) event.whole(KinetoKeys.DEVICE_TYPE, -1));
        device.add((int) event.whole(KinetoKeys.DEVICE_ID, -1));
        totalAllocated.add(event.whole(KinetoKeys.TOTAL_ALLOCATED, 0));
        totalReserved.add(event.whole(KinetoKeys.TOTAL_RESERVED, 0));
    }

    void addAll(AllocationTable rows) {
        timeNanos.addAll(rows.timeNanos());
        bytes.addAll(rows.bytes());
        deviceType.addAll(rows.deviceType());
        device.addAll(rows.device());
        totalAllocated.addAll(rows.totalAllocatedBytes());
        totalReserved.addAll(rows.totalReservedBytes());
    }

    AllocationTable build() {
        return new AllocationTable(
                timeNanos.build(),
                bytes.build(),
                deviceType.build(),
                device.build(),
                totalAllocated.build(),
                totalReserved.build());
    }
}
