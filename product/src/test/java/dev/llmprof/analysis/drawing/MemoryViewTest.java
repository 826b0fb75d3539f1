package dev.llmprof.analysis.drawing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.analysis.drawing.MemoryView.Moment;
import dev.llmprof.table.IntColumn;
import dev.llmprof.table.LongColumn;
import dev.llmprof.trace.AllocationTable;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryViewTest {
    private final LongColumn.Builder times = new LongColumn.Builder();
    private final LongColumn.Builder bytes = new LongColumn.Builder();
    private final IntColumn.Builder types = new IntColumn.Builder();
    private final IntColumn.Builder devices = new IntColumn.Builder();
    private final LongColumn.Builder allocated = new LongColumn.Builder();
    private final LongColumn.Builder reserved = new LongColumn.Builder();

    @Test
    void aGpuHasWhatItsAllocatorCounted() {
        add(1200, 64, 1, 64, 512);
        add(1100, 32, 1, 32, 512);

        MemoryView view = view();

        assertEquals("GPU 0", view.curves().getFirst().device());
        assertEquals(
                List.of(new Moment(100, 32, 512), new Moment(200, 64, 512)),
                view.curves().getFirst().moments());
        assertEquals(64, view.curves().getFirst().peakBytes());
    }

    @Test
    void aHostWithoutTotalsIsSummedUp() {
        add(1100, 40, 0, 0, 0);
        add(1200, 10, 0, 0, 0);
        add(1300, -50, 0, 0, 0);

        assertEquals(
                List.of(new Moment(100, 40, 0), new Moment(200, 50, 0), new Moment(300, 0, 0)),
                view().curves().getFirst().moments());
    }

    @Test
    void thePeakOutlivesThinning() {
        for (int i = 0; i < 100_000; i++) {
            add(1000 + i, 1, 1, i == 77_777 ? 1_000_000 : 5, 0);
        }

        MemoryView.Curve curve = view().curves().getFirst();

        assertEquals(500, curve.moments().size());
        assertEquals(1_000_000, curve.peakBytes());
    }

    private void add(long time, long size, int type, long total, long kept) {
        times.add(time);
        bytes.add(size);
        types.add(type);
        devices.add(0);
        allocated.add(total);
        reserved.add(kept);
    }

    private MemoryView view() {
        return MemoryView.of(
                new AllocationTable(
                        times.build(),
                        bytes.build(),
                        types.build(),
                        devices.build(),
                        allocated.build(),
                        reserved.build()),
                1000);
    }
}
