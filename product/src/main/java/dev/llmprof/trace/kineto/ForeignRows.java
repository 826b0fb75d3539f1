package dev.llmprof.trace.kineto;

import dev.llmprof.table.LongIndex;
import dev.llmprof.table.Symbols;
import dev.llmprof.trace.Device;
import dev.llmprof.trace.GpuKind;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import dev.llmprof.trace.HostThread;
import dev.llmprof.trace.Lane;
import dev.llmprof.trace.LaunchShape;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// Puts foreign events into the tables: those of an accelerator's streams as its work, all others
/// as ranges of the host.
final class ForeignRows {
    // Ascend's streams show their waiting as tasks.
    private static final Pattern WAITS =
            Pattern.compile("(EVENT|NOTIFY)[_ ](WAIT|RECORD|RESET).*", Pattern.CASE_INSENSITIVE);

    private final ForeignEvents events;
    private final ProcessNames processNames;
    private final Symbols names;
    private final Symbols places;
    private final LongIndex lanes = new LongIndex();
    private final LongIndex threads = new LongIndex();
    private final SortedMap<String, String> devices = new TreeMap<>();
    private long deviceCount;
    private long waits;
    private long hostCount;
    private long hostNanos;

    private ForeignRows(ForeignEvents events, ProcessNames processNames, Symbols names) {
        this.events = events;
        this.processNames = processNames;
        this.names = names;
        this.places = events.places();
    }

    /// What was put where. `waits` of device streams are no work and stand nowhere.
    record Placed(
            SortedMap<String, String> devices,
            long deviceCount,
            long waits,
            long hostCount,
            long hostNanos) {
        Device device(String number) {
            return new Device(number, devices.getOrDefault(number, ""), 0, 0, 0, 0, 0);
        }
    }

    static Placed place(
            ForeignEvents events,
            ProcessNames processNames,
            Symbols names,
            GpuTable.Builder gpu,
            HostTable.Builder host) {
        ForeignRows rows = new ForeignRows(events, processNames, names);
        for (int row = 0; row < events.size(); row++) {
            int lane = rows.lane(row, gpu);
            if (lane == LongIndex.NONE) {
                rows.host(row, host);
            } else {
                rows.gpu(row, lane, gpu);
            }
        }
        return new Placed(
                rows.devices, rows.deviceCount, rows.waits, rows.hostCount, rows.hostNanos);
    }

    private void gpu(int row, int lane, GpuTable.Builder gpu) {
        String name = names.text(events.name(row));
        if (WAITS.matcher(name).matches()) {
            waits++;
            return;
        }
        deviceCount++;
        gpu.event(kind(name), events.start(row), events.duration(row), events.name(row), lane);
        gpu.ids(GpuTable.NONE, GpuTable.NONE, GpuTable.NONE, GpuTable.NONE);
        gpu.facts(0, gpu.shapeCode(LaunchShape.UNKNOWN));
    }

    private static GpuKind kind(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.contains("memcpy")) {
            return GpuKind.COPY;
        }
        return lower.contains("memset") ? GpuKind.SET : GpuKind.KERNEL;
    }

    private void host(int row, HostTable.Builder host) {
        hostCount++;
        hostNanos += events.duration(row);
        HostKind kind = events.isFree(row) ? HostKind.FREE_RANGE : HostKind.RANGE;
        host.event(
                kind, events.start(row), events.duration(row), events.name(row), thread(row, host));
        host.ids(HostTable.NONE, HostTable.NONE);
        int none = KinetoTables.NO_TEXT;
        host.texts(none, none, none, none);
    }

    /// NONE where the row is the host's.
    private int lane(int row, GpuTable.Builder gpu) {
        long place = place(row);
        if (threads.get(place) != LongIndex.NONE) {
            return LongIndex.NONE;
        }
        int lane = lanes.get(place);
        if (lane != LongIndex.NONE) {
            return lane;
        }
        String process = places.text(events.process(row));
        String thread = places.text(events.thread(row));
        Optional<String> device = processNames.device(process, thread);
        if (device.isEmpty()) {
            return LongIndex.NONE;
        }
        String number = processNames.number(process);
        devices.put(number, device.get());
        lane = gpu.laneCode(Lane.of(number, thread));
        lanes.putIfAbsent(place, lane);
        return lane;
    }

    private int thread(int row, HostTable.Builder host) {
        long place = place(row);
        int thread = threads.get(place);
        if (thread == LongIndex.NONE) {
            thread =
                    host.threadCode(
                            new HostThread(
                                    places.text(events.process(row)),
                                    places.text(events.thread(row))));
            threads.putIfAbsent(place, thread);
        }
        return thread;
    }

    private long place(int row) {
        return ((long) events.process(row) << 32) | events.thread(row);
    }
}
