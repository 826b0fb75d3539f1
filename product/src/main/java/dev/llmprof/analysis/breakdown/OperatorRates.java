package dev.llmprof.analysis.breakdown;

import dev.llmprof.analysis.event.DeviceTime;
import dev.llmprof.analysis.event.HostTree;
import dev.llmprof.analysis.event.KernelOrigin;
import dev.llmprof.analysis.event.Links;
import dev.llmprof.analysis.event.Names;
import dev.llmprof.analysis.event.Shapes;
import dev.llmprof.hardware.Gpu;
import dev.llmprof.trace.GpuKind;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/// How fast operators ran on the GPU, from their shapes alone, the longest first, and the device
/// they are held against where our data has it.
///
/// No GPU time counts twice: an operator whose work is known takes that of all it calls, any other
/// only its own.
public record OperatorRates(Optional<Gpu> gpu, long gpuNanos, List<Row> rows) {
    public OperatorRates {
        rows = List.copyOf(rows);
    }

    /// The calls of one operator with inputs of one shape and type.
    public record Row(
            String name,
            String inputShapes,
            String inputTypes,
            long calls,
            long gpuNanos,
            OperatorWork work,
            OptionalDouble computeNanos,
            OptionalDouble memoryNanos) {

        public boolean known() {
            return work.flops().isPresent() || work.bytes().isPresent();
        }

        public OptionalDouble flops() {
            return times(work.flops(), (double) calls);
        }

        public OptionalDouble bytes() {
            return times(work.bytes(), (double) calls);
        }

        public OptionalDouble flopsPerSecond() {
            return times(flops(), 1e9 / gpuNanos);
        }

        public OptionalDouble bytesPerSecond() {
            return times(bytes(), 1e9 / gpuNanos);
        }

        public OptionalDouble flopsPerByte() {
            return flops().isPresent() && bytes().isPresent()
                    ? OptionalDouble.of(flops().getAsDouble() / bytes().getAsDouble())
                    : OptionalDouble.empty();
        }

        /// The least time on this device.
        public OptionalDouble boundNanos() {
            return computeNanos.isEmpty() && memoryNanos.isEmpty()
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(Math.max(computeNanos.orElse(0), memoryNanos.orElse(0)));
        }

        public OptionalDouble shareOfBound() {
            return times(boundNanos(), 1.0 / gpuNanos);
        }

        /// Faster than the device can: masked attention does less than its shapes say, small
        /// tensors come from a cache.
        public boolean impossible() {
            return shareOfBound().orElse(0) > 1;
        }

        private Row on(Gpu gpu) {
            Optional<Double> dense = gpu.dense(work.format());
            boolean single = work.format().equals("tf32");
            OptionalDouble peak =
                    dense.isPresent()
                            ? OptionalDouble.of(dense.get())
                            : single
                                    ? OptionalDouble.of(gpu.vectorPerSecond())
                                    : OptionalDouble.empty();
            return new Row(
                    name,
                    inputShapes,
                    inputTypes,
                    calls,
                    gpuNanos,
                    work,
                    peak.isPresent() ? times(flops(), 1e9 / peak.getAsDouble()) : peak,
                    times(bytes(), 1e9 / gpu.memoryBytesPerSecond()));
        }

        private static OptionalDouble times(OptionalDouble number, double factor) {
            return number.isEmpty() ? number : OptionalDouble.of(number.getAsDouble() * factor);
        }
    }

    /// The part of the GPU time whose work is known.
    public double covered() {
        long known = rows.stream().filter(Row::known).mapToLong(Row::gpuNanos).sum();
        return gpuNanos == 0 ? 0 : (double) known / gpuNanos;
    }

    /// Those that are known and possible.
    public List<Row> certain() {
        return rows.stream().filter(row -> row.known() && !row.impossible()).toList();
    }

    public Optional<String> device() {
        return gpu.map(Gpu::name);
    }

    /// Of the device's matrix units by number format.
    public SortedMap<String, Double> peaks() {
        return new TreeMap<>(gpu.map(Gpu::densePerSecond).orElse(Map.of()));
    }

    public double peakBytesPerSecond() {
        return gpu.map(Gpu::memoryBytesPerSecond).orElse(0.0);
    }

    /// The device is looked up only where there is a rate to hold against it.
    public static OperatorRates of(
            HostTree tree,
            DeviceTime device,
            Links links,
            GpuTable events,
            Supplier<Optional<Gpu>> known) {
        HostTable host = tree.host();
        BitSet transfers = transfers(events, links, host.size());
        Map<Key, Group> groups = new HashMap<>();
        BitSet claimed = new BitSet(host.size());
        for (int row : tree.order()) {
            int parent = tree.parent(row);
            boolean inside = parent != HostTree.NONE && claimed.get(parent);
            claimed.set(row, inside);
            if (inside
                    || device.own(row) == 0
                    || host.kind().get(row) != HostKind.OPERATOR.code()) {
                continue;
            }
            Group group =
                    groups.computeIfAbsent(
                            Key.of(host, row, transfers), _ -> Group.of(host, row, transfers));
            claimed.set(row, group.known);
            group.calls++;
            group.nanos += group.known ? device.total(row) : device.own(row);
        }
        List<Group> all = new ArrayList<>(groups.values());
        all.addAll(replayed(links, events));
        boolean any = all.stream().anyMatch(group -> group.known);
        List<Row> rows = new ArrayList<>();
        all.forEach(group -> rows.add(group.row()));
        rows.sort(
                GpuBreakdowns.order(Row::gpuNanos, Row::name)
                        .thenComparing(Row::inputShapes, Names.BY_CODE_POINT)
                        .thenComparing(Row::inputTypes, Names.BY_CODE_POINT)
                        .thenComparingDouble(row -> row.flops().orElse(0)));
        OperatorRates rates =
                new OperatorRates(Optional.empty(), events.durationNanos().sum(), rows);
        return any ? known.get().map(rates::on).orElse(rates) : rates;
    }

    /// Held against this device, whatever the trace names.
    public OperatorRates on(Gpu device) {
        return new OperatorRates(
                Optional.of(device), gpuNanos, rows.stream().map(row -> row.on(device)).toList());
    }

    /// What graphs replay has the shapes that it was captured with. Without the first kernel of a
    /// call nobody knows how many calls there were.
    private static List<Group> replayed(Links links, GpuTable events) {
        Map<List<String>, Group> groups = new HashMap<>();
        for (int row = 0; row < events.size() && links.anyReplayed(); row++) {
            Optional<KernelOrigin> origin = links.replayedOperator(row);
            if (origin.isPresent()) {
                KernelOrigin from = origin.get();
                Group group =
                        groups.computeIfAbsent(
                                List.of(from.operator(), from.shapes(), from.types()),
                                _ -> Group.of(from));
                group.calls += from.first() ? 1 : 0;
                group.nanos += events.durationNanos().get(row);
            }
        }
        return groups.values().stream().filter(group -> group.calls > 0).toList();
    }

    /// Operators that moved data between host and device: their speed is not that of the memory.
    private static BitSet transfers(GpuTable events, Links links, int size) {
        BitSet transfers = new BitSet(size);
        for (int row = 0; row < events.size(); row++) {
            int operator = links.operator(row);
            if (operator != Links.NONE
                    && events.kind().get(row) == GpuKind.COPY.code()
                    && !events.name().get(row).contains("DtoD")) {
                transfers.set(operator);
            }
        }
        return transfers;
    }

    private record Key(int name, int shapes, int types, int arguments, boolean transfer) {
        static Key of(HostTable host, int row, BitSet transfers) {
            return new Key(
                    host.name().code(row),
                    host.inputShapes().code(row),
                    host.inputTypes().code(row),
                    host.arguments().code(row),
                    transfers.get(row));
        }

        // Asked for every row; what the compiler writes for a record starts slowly.
        @Override
        public int hashCode() {
            return (31 * (31 * (31 * name + shapes) + types) + arguments) * 2 + (transfer ? 1 : 0);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key
                    && name == key.name
                    && shapes == key.shapes
                    && types == key.types
                    && arguments == key.arguments
                    && transfer == key.transfer;
        }
    }

    private static final class Group {
        private final String name;
        private final String shapes;
        private final String types;
        private final OperatorWork work;
        private final boolean known;
        private long calls;
        private long nanos;

        private Group(String name, String shapes, String types, OperatorWork work) {
            this.name = name;
            this.shapes = shapes;
            this.types = types;
            this.work = work;
            this.known = work.flops().isPresent() || work.bytes().isPresent();
        }

        static Group of(HostTable host, int row, BitSet transfers) {
            String name = host.name().get(row);
            String shapes = Shapes.compact(host.inputShapes().get(row));
            String types = Shapes.compact(host.inputTypes().get(row));
            return new Group(
                    name,
                    shapes,
                    types,
                    transfers.get(row)
                            ? OperatorWork.UNKNOWN
                            : OperatorWork.of(name, shapes, types, host.arguments().get(row)));
        }

        static Group of(KernelOrigin origin) {
            String shapes = Shapes.compact(origin.shapes());
            String types = Shapes.compact(origin.types());
            String name = origin.operator();
            return new Group(name, shapes, types, OperatorWork.of(name, shapes, types));
        }

        Row row() {
            OptionalDouble none = OptionalDouble.empty();
            return new Row(name, shapes, types, calls, nanos, work, none, none);
        }
    }
}
