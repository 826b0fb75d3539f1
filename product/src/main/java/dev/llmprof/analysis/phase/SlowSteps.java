package dev.llmprof.analysis.phase;

import dev.llmprof.analysis.event.KernelOrigin;
import dev.llmprof.analysis.event.Links;
import dev.llmprof.analysis.event.Names;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// Finds the steps that took the most beyond the median of their kind, and adds up what ran in them
/// and in the median one. Only of these is anything kept.
record SlowSteps(NestedTrace nested, FoundSteps found, List<TimedStep> steps) {
    private static final int FEWEST = 3;
    private static final int SHOWN = 5;
    private static final int PARTS = 12;

    /// A slow step and the median one of its kind.
    private record Pair(TimedStep slow, TimedStep typical) {
        long moreNanos() {
            return slow.takenNanos() - typical.takenNanos();
        }
    }

    /// What a kernel is counted under.
    private record Key(String kernel, String operator) {}

    /// `steps` are those of `found`, by their starts.
    static List<SlowStep> of(NestedTrace nested, FoundSteps found, List<TimedStep> steps) {
        return new SlowSteps(nested, found, steps).slowest();
    }

    private List<SlowStep> slowest() {
        List<Pair> pairs = pairs();
        Map<Long, Map<Key, long[]>> contents = contents(pairs);
        return pairs.stream()
                .map(pair ->
                        new SlowStep(
                                pair.slow.index(),
                                pair.slow.facts().kind().label(),
                                pair.slow.takenNanos(),
                                pair.typical.index(),
                                pair.typical.takenNanos(),
                                parts(pair, contents)))
                .toList();
    }

    /// The median itself is not slow; of fewer than three steps none is typical.
    private List<Pair> pairs() {
        Map<StepKind, List<TimedStep>> byKind = new LinkedHashMap<>();
        steps.stream()
                .filter(step -> step.facts().kind() != StepKind.IDLE)
                .forEach(step ->
                        byKind.computeIfAbsent(step.facts().kind(), _ -> new ArrayList<>())
                                .add(step));
        List<Pair> pairs = new ArrayList<>();
        byKind.values().removeIf(alike -> alike.size() < FEWEST);
        for (List<TimedStep> alike : byKind.values()) {
            alike.sort(
                    Comparator.comparingLong(TimedStep::takenNanos)
                            .thenComparing(TimedStep::index, Comparator.reverseOrder()));
            TimedStep typical = alike.get((alike.size() - 1) / 2);
            alike.reversed().stream()
                    .limit(SHOWN)
                    .map(step -> new Pair(step, typical))
                    .filter(pair -> pair.moreNanos() > 0)
                    .forEach(pairs::add);
        }
        return pairs.stream()
                .sorted(
                        Comparator.comparingLong(Pair::moreNanos)
                                .reversed()
                                .thenComparingLong(pair -> pair.slow.index()))
                .limit(SHOWN)
                .toList();
    }

    private Map<Long, Map<Key, long[]>> contents(List<Pair> pairs) {
        Map<Long, Map<Key, long[]>> byIndex = new HashMap<>();
        Map<Integer, Map<Key, long[]>> bySeed = new HashMap<>();
        Integer[] inTime = found.inTime();
        for (Pair pair : pairs) {
            for (TimedStep step : List.of(pair.slow, pair.typical)) {
                Map<Key, long[]> sums = byIndex.computeIfAbsent(step.index(), _ -> new HashMap<>());
                bySeed.put(inTime[(int) step.index()], sums);
            }
        }
        if (!bySeed.isEmpty() && nested.trace().gpu().size() > 0) {
            addGpu(bySeed);
        } else if (!bySeed.isEmpty()) {
            addHost(bySeed);
        }
        return byIndex;
    }

    private void addGpu(Map<Integer, Map<Key, long[]>> bySeed) {
        Links links = nested.links();
        for (int row : links.order()) {
            int from = links.call(row) == Links.NONE ? links.operator(row) : links.call(row);
            Optional<Map<Key, long[]>> sums =
                    from == Links.NONE
                            ? Optional.empty()
                            : Optional.ofNullable(bySeed.get(found.stepOf(from)));
            if (sums.isPresent()) {
                long[] sum = sums.get().computeIfAbsent(key(row), _ -> new long[2]);
                sum[0]++;
                sum[1] += nested.trace().gpu().durationNanos().get(row);
            }
        }
    }

    /// Without a GPU the operators are what took the time, each without those inside it.
    private void addHost(Map<Integer, Map<Key, long[]>> bySeed) {
        HostTable host = nested.trace().host();
        for (int row : nested.tree().order()) {
            if (host.kindOf(row) == HostKind.OPERATOR && bySeed.containsKey(found.stepOf(row))) {
                long[] sum =
                        bySeed.getOrDefault(found.stepOf(row), new HashMap<>())
                                .computeIfAbsent(
                                        new Key(host.name().get(row), ""), _ -> new long[2]);
                sum[0]++;
                sum[1] += Math.max(0, nested.tree().selfNanos(row));
            }
        }
    }

    private Key key(int row) {
        Optional<KernelOrigin> replayed = nested.links().replayedOperator(row);
        int operator = nested.links().operator(row);
        return new Key(
                nested.trace().gpu().name().get(row),
                replayed.map(KernelOrigin::operator)
                        .orElseGet(() ->
                                operator == Links.NONE
                                        ? ""
                                        : nested.trace().host().name().get(operator)));
    }

    /// What takes longer than in the median step first.
    private static List<SlowStep.Part> parts(Pair pair, Map<Long, Map<Key, long[]>> contents) {
        Map<Key, long[]> slow = contents.getOrDefault(pair.slow.index(), Map.of());
        Map<Key, long[]> typical = contents.getOrDefault(pair.typical.index(), Map.of());
        var keys =
                new TreeSet<Key>(
                        Comparator.comparing(Key::kernel, Names.BY_CODE_POINT)
                                .thenComparing(Key::operator, Names.BY_CODE_POINT));
        keys.addAll(slow.keySet());
        keys.addAll(typical.keySet());
        List<SlowStep.Part> parts = new ArrayList<>();
        for (Key key : keys) {
            long[] here = slow.getOrDefault(key, new long[2]);
            long[] there = typical.getOrDefault(key, new long[2]);
            parts.add(new SlowStep.Part(key.kernel, key.operator, here[0], here[1], there[1]));
        }
        if (pair.slow.onGpu()) {
            parts.add(new SlowStep.Part(SlowStep.IDLE, "", 0, idle(pair.slow), idle(pair.typical)));
        }
        parts.sort(
                Comparator.comparingLong(SlowStep.Part::moreNanos)
                        .thenComparingLong(SlowStep.Part::nanos)
                        .reversed());
        return parts.stream().limit(PARTS).toList();
    }

    private static long idle(TimedStep step) {
        return Math.max(0, step.takenNanos() - step.busyNanos());
    }
}
