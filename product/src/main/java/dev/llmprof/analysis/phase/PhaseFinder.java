package dev.llmprof.analysis.phase;

import dev.llmprof.analysis.breakdown.GpuBreakdowns;
import dev.llmprof.analysis.event.HostTree;
import dev.llmprof.analysis.event.KernelOrigin;
import dev.llmprof.analysis.event.Links;
import dev.llmprof.analysis.event.Names;
import dev.llmprof.table.LongIndex;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Gives each host and GPU event its innermost phase and sums them.
public final class PhaseFinder {
    private static final int NONE = -1;
    private static final Set<String> VISION_STAGES =
            Set.of("sam", "clip", "projector", "vision", "vision_tower", "vision_encoder");

    private final HostTree tree;
    private final HostTable host;
    private final List<Sums> phases = new ArrayList<>();
    private final int[] phaseOfName;
    private final int[] phaseOf;
    private final Sums outside = new Sums("");
    private final FoundSteps found;

    private PhaseFinder(HostTree tree, FoundSteps found) {
        this.tree = tree;
        this.found = found;
        this.host = tree.host();
        this.phaseOfName = phasesByName();
        this.phaseOf = new int[host.size()];
        Arrays.fill(phaseOf, NONE);
    }

    private static final class Sums {
        private final String name;
        private final PhaseGpus gpus = new PhaseGpus();
        private final LongIndex operatorSlots = new LongIndex();
        private final List<long[]> operators = new ArrayList<>();
        private final Map<String, long[]> replayed = new HashMap<>();
        private final LongIndex kernelSlots = new LongIndex();
        private final List<long[]> kernels = new ArrayList<>();
        private long firstNanos = Long.MAX_VALUE;
        private long steps;
        private long hostNanos;
        private long gpuEvents;
        private long gpuNanos;

        Sums(String name) {
            this.name = name;
        }

        /// Operators of a capture need not be among the names of this trace.
        void replay(KernelOrigin origin, long nanos) {
            long[] sum = replayed.computeIfAbsent(origin.operator(), _ -> new long[2]);
            sum[0] += origin.first() ? 1 : 0;
            sum[1] += nanos;
        }
    }

    public static Phases of(NestedTrace nested) {
        GpuTable gpu = nested.trace().gpu();
        Links links = nested.links();
        PhaseFinder finder = new PhaseFinder(nested.tree(), nested.steps());
        finder.host();
        finder.steps();
        finder.gpu(gpu, links);
        List<Phases.Part> parts =
                finder.phases.stream()
                        .filter(phase -> phase.steps > 0)
                        .sorted(Comparator.comparingLong(phase -> phase.firstNanos))
                        .map(phase -> finder.part(phase, gpu))
                        .toList();
        return new Phases(parts, finder.outside.gpuNanos, finder.outside.gpuEvents);
    }

    /// The phase that a range's name stands for.
    public static Optional<String> phase(String range) {
        if (VISION_STAGES.contains(range)) {
            return Optional.of(range);
        }
        return StepFinder.named(range)
                .map(step -> step.kind().phase())
                .or(() -> StepScope.of(range).map(StepScope::part).filter("vision"::equals));
    }

    private int[] phasesByName() {
        int[] phases = new int[host.name().symbols().size()];
        Arrays.fill(phases, NONE);
        boolean[] seen = new boolean[phases.length];
        for (int row : tree.order()) {
            int name = host.name().code(row);
            if (host.kind().get(row) == HostKind.RANGE.code() && !seen[name]) {
                seen[name] = true;
                phases[name] = phase(host.name().get(row)).map(this::index).orElse(NONE);
            }
        }
        return phases;
    }

    private int index(String name) {
        for (int at = 0; at < phases.size(); at++) {
            if (phases.get(at).name.equals(name)) {
                return at;
            }
        }
        phases.add(new Sums(name));
        return phases.size() - 1;
    }

    private void host() {
        for (int row : tree.order()) {
            int parent = tree.parent(row);
            int around = parent == HostTree.NONE ? NONE : phaseOf[parent];
            boolean range = host.kind().get(row) == HostKind.RANGE.code();
            int own = range ? phaseOfName[host.name().code(row)] : NONE;
            phaseOf[row] = own == NONE ? around : own;
            if (phaseOf[row] == NONE && found.unnamed() && !found.phase(row).isEmpty()) {
                phaseOf[row] = index(found.phase(row));
            }
            if (phaseOf[row] == NONE) {
                continue;
            }
            Sums phase = phases.get(phaseOf[row]);
            phase.hostNanos += tree.selfNanos(row);
            if (own != NONE && own != around) {
                phase.steps++;
                phase.firstNanos = Math.min(phase.firstNanos, host.startNanos().get(row));
            }
            if (host.kind().get(row) == HostKind.OPERATOR.code()) {
                long[] sum = at(phase.operatorSlots, phase.operators, host.name().code(row));
                sum[1]++;
                sum[2] += tree.selfNanos(row);
            }
        }
    }

    /// One range may hold many steps of its phase. Of steps that no range marks the host's time is
    /// theirs, not that of the operators in them.
    private void steps() {
        Map<Integer, long[]> byPhase = new HashMap<>();
        for (FoundSteps.Seed seed : found.seeds()) {
            if (found.phase(seed).isEmpty()) {
                continue;
            }
            int at = index(found.phase(seed));
            long[] sum = byPhase.computeIfAbsent(at, _ -> new long[2]);
            sum[0]++;
            sum[1] += seed.endNanos() - seed.startNanos();
            Sums phase = phases.get(at);
            phase.firstNanos = Math.min(phase.firstNanos, seed.startNanos());
        }
        byPhase.forEach((at, sum) -> {
            Sums phase = phases.get(at);
            phase.steps = Math.max(phase.steps, sum[0]);
            phase.hostNanos = found.unnamed() ? sum[1] : phase.hostNanos;
        });
    }

    private void gpu(GpuTable gpu, Links links) {
        for (int row : links.order()) {
            int operator = links.operator(row);
            int from = links.call(row) == Links.NONE ? operator : links.call(row);
            Sums phase =
                    from == NONE || phaseOf[from] == NONE ? outside : phases.get(phaseOf[from]);
            long nanos = gpu.durationNanos().get(row);
            phase.gpuEvents++;
            phase.gpuNanos += nanos;
            phase.gpus.add(
                    gpu.lane().get(row).device(), gpu.startNanos().get(row), gpu.endNanos(row));
            long[] kernel = at(phase.kernelSlots, phase.kernels, gpu.name().code(row));
            kernel[1]++;
            kernel[2] += nanos;
            links.replayedOperator(row).ifPresent(origin -> phase.replay(origin, nanos));
            if (operator != NONE) {
                at(phase.operatorSlots, phase.operators, host.name().code(operator))[3] += nanos;
            }
        }
    }

    private static long[] at(LongIndex slots, List<long[]> sums, int name) {
        if (slots.putIfAbsent(name, sums.size())) {
            sums.add(new long[] {name, 0, 0, 0});
        }
        return sums.get(slots.get(name));
    }

    private Phases.Part part(Sums phase, GpuTable gpu) {
        List<Phases.Operator> operators =
                operators(phase).stream()
                        .sorted(
                                Comparator.comparingLong(Phases.Operator::deviceNanos)
                                        .thenComparingLong(Phases.Operator::selfHostNanos)
                                        .reversed()
                                        .thenComparing(Phases.Operator::name, Names.BY_CODE_POINT))
                        .toList();
        List<Phases.Kernel> kernels =
                phase.kernels.stream()
                        .map(sum ->
                                new Phases.Kernel(
                                        gpu.name().symbols().text((int) sum[0]), sum[1], sum[2]))
                        .sorted(GpuBreakdowns.order(Phases.Kernel::nanos, Phases.Kernel::name))
                        .toList();
        return new Phases.Part(
                phase.name,
                phase.steps,
                phase.hostNanos,
                phase.gpuEvents,
                phase.gpuNanos,
                phase.gpus.busyNanos(),
                phase.gpus.rows(phase.name),
                operators,
                kernels);
    }

    private List<Phases.Operator> operators(Sums phase) {
        List<Phases.Operator> operators = new ArrayList<>();
        Map<String, long[]> replayed = new HashMap<>(phase.replayed);
        for (long[] sum : phase.operators) {
            String name = host.name().symbols().text((int) sum[0]);
            long[] more = Optional.ofNullable(replayed.remove(name)).orElse(new long[2]);
            operators.add(new Phases.Operator(name, sum[1] + more[0], sum[2], sum[3] + more[1]));
        }
        replayed.forEach(
                (name, sum) -> operators.add(new Phases.Operator(name, sum[0], 0, sum[1])));
        return operators;
    }
}
