package dev.llmprof.analysis.plan;

import dev.llmprof.analysis.breakdown.OperatorRates;
import dev.llmprof.analysis.event.Links;
import dev.llmprof.analysis.event.Shapes;
import dev.llmprof.analysis.kernel.KernelCategory;
import dev.llmprof.analysis.kernel.KernelNames;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.trace.GpuKind;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostTable;
import dev.llmprof.trace.LaunchShape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/// The kernels of a trace by class, those with the most time first, and the time of all kernels.
///
/// Communication is not among the classes: a collective that is replayed waits for ever for ranks
/// that are not.
public record LaunchClasses(List<LaunchClass> classes, long kernelNanos, long communicationNanos) {
    static final int MOST_INVOCATIONS = 256;

    public LaunchClasses {
        classes = List.copyOf(classes);
    }

    public static LaunchClasses of(NestedTrace nested, OperatorRates rates) {
        var gathering = new Gathering(nested, headrooms(rates));
        inOrder(nested).forEach(gathering::add);
        gathering.joinUnlinked();
        List<LaunchClass> classes =
                gathering.classes.values().stream()
                        .map(Gathered::made)
                        .sorted(
                                Comparator.comparingLong(LaunchClass::nanos)
                                        .reversed()
                                        .thenComparing(LaunchClass::kernel)
                                        .thenComparing(LaunchClass::grid))
                        .toList();
        return new LaunchClasses(classes, gathering.kernelNanos, gathering.communicationNanos);
    }

    /// As they were launched: that is how ncu counts them.
    private static IntStream inOrder(NestedTrace nested) {
        GpuTable gpu = nested.trace().gpu();
        HostTable host = nested.trace().host();
        Links links = nested.links();
        return IntStream.range(0, gpu.size())
                .filter(row -> gpu.kindOf(row) == GpuKind.KERNEL)
                .boxed()
                .sorted(
                        Comparator.comparingLong((Integer row) -> launched(gpu, host, links, row))
                                .thenComparingLong(row -> gpu.startNanos().get(row)))
                .mapToInt(Integer::intValue);
    }

    private static long launched(GpuTable gpu, HostTable host, Links links, int row) {
        int call = links.call(row);
        return call == Links.NONE ? gpu.startNanos().get(row) : host.startNanos().get(call);
    }

    private static Map<String, Double> headrooms(OperatorRates rates) {
        Map<String, Double> headrooms = new HashMap<>();
        for (OperatorRates.Row row : rates.certain()) {
            row.shareOfBound()
                    .ifPresent(share ->
                            headrooms.put(row.name() + row.inputShapes(), Math.max(0, 1 - share)));
        }
        return headrooms;
    }

    /// What launches have in common; `name` and `shapes` are codes.
    private record Key(int name, LaunchShape shape, int operator, int shapes) {
        boolean isSameKernel(Key other) {
            return operator >= 0 && name == other.name && shape.equals(other.shape);
        }
    }

    private static final class Gathering {
        private final NestedTrace nested;
        private final GpuTable gpu;
        private final HostTable host;
        private final Map<String, Double> headrooms;
        private final Map<Key, Gathered> classes = new LinkedHashMap<>();
        private final Map<Integer, String> functions = new HashMap<>();
        private final Map<String, Integer> counts = new HashMap<>();
        private long kernelNanos;
        private long communicationNanos;

        Gathering(NestedTrace nested, Map<String, Double> headrooms) {
            this.nested = nested;
            this.gpu = nested.trace().gpu();
            this.host = nested.trace().host();
            this.headrooms = headrooms;
        }

        void add(int row) {
            long nanos = gpu.durationNanos().get(row);
            kernelNanos += nanos;
            String function =
                    functions.computeIfAbsent(
                            gpu.name().code(row), _ -> KernelNames.function(gpu.name().get(row)));
            int invocation = counts.merge(function, 1, Integer::sum);
            if (nested.category(row) == KernelCategory.COMMUNICATION) {
                communicationNanos += nanos;
                return;
            }
            int operator = nested.links().operator(row);
            boolean known = operator != Links.NONE;
            var key =
                    new Key(
                            gpu.name().code(row),
                            gpu.shape().get(row),
                            known ? host.name().code(operator) : -1,
                            known ? host.inputShapes().code(operator) : -1);
            classes.computeIfAbsent(key, _ -> gathered(row, function, operator))
                    .add(invocation, nanos);
        }

        /// What was launched before the window has no operator, and is still the same kernel.
        void joinUnlinked() {
            List<Key> unlinked =
                    classes.keySet().stream().filter(key -> key.operator() < 0).toList();
            for (Key key : unlinked) {
                classes.entrySet().stream()
                        .filter(each -> each.getKey().isSameKernel(key))
                        .max(Comparator.comparingLong(each -> each.getValue().nanos))
                        .ifPresent(each -> each.getValue().join(removed(key)));
            }
        }

        private Gathered removed(Key key) {
            Gathered removed = Objects.requireNonNull(classes.get(key));
            classes.remove(key);
            return removed;
        }

        private Gathered gathered(int row, String function, int operator) {
            LaunchShape shape = gpu.shape().get(row);
            boolean known = operator != Links.NONE;
            String name = known ? host.name().get(operator) : "";
            String shapes = known ? Shapes.compact(host.inputShapes().get(operator)) : "";
            Double headroom = headrooms.get(name + shapes);
            return new Gathered(
                    new LaunchClass(
                            gpu.name().get(row),
                            function,
                            extent(shape.gridX(), shape.gridY(), shape.gridZ()),
                            extent(shape.blockX(), shape.blockY(), shape.blockZ()),
                            name,
                            shapes,
                            List.of(),
                            0,
                            0,
                            headroom == null
                                    ? OptionalDouble.empty()
                                    : OptionalDouble.of(headroom)));
        }

        private static String extent(int x, int y, int z) {
            return "(" + x + ", " + y + ", " + z + ")";
        }
    }

    private static final class Gathered {
        private final LaunchClass first;
        private final List<Integer> invocations = new ArrayList<>();
        private long launches;
        private long nanos;

        Gathered(LaunchClass first) {
            this.first = first;
        }

        void add(int invocation, long more) {
            launches++;
            nanos += more;
            if (invocations.size() < MOST_INVOCATIONS) {
                invocations.add(invocation);
            }
        }

        void join(Gathered other) {
            launches += other.launches;
            nanos += other.nanos;
            invocations.addAll(other.invocations);
        }

        LaunchClass made() {
            return new LaunchClass(
                    first.kernel(),
                    first.function(),
                    first.grid(),
                    first.block(),
                    first.operator(),
                    first.inputShapes(),
                    invocations.stream().sorted().limit(MOST_INVOCATIONS).toList(),
                    launches,
                    nanos,
                    first.headroom());
        }
    }
}
