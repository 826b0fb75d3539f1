package dev.llmprof.analysis.phase;

import dev.llmprof.analysis.event.HostTree;
import dev.llmprof.trace.HostTable;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// Steps as they were found, by thread and time, and for each host row the step it is part of.
final class FoundSteps {
    static final int NONE = -1;

    private final StepOrigin origin;
    private final List<Seed> seeds;
    private final int[] stepOf;

    FoundSteps(StepOrigin origin, List<Seed> seeds, int[] stepOf) {
        this.origin = origin;
        this.seeds = List.copyOf(seeds);
        this.stepOf = stepOf;
    }

    /// A step on the host; `thread` is a code of the host table's.
    record Seed(String name, StepFacts facts, int thread, long startNanos, long endNanos) {
        Seed with(StepFacts other) {
            return new Seed(name, other, thread, startNanos, endNanos);
        }
    }

    static FoundSteps none(int hostRows) {
        return new FoundSteps(StepOrigin.NONE, List.of(), nowhere(hostRows));
    }

    /// Steps that lie apart from each other on their threads: whatever begins inside belongs to
    /// them.
    static FoundSteps apart(StepOrigin origin, List<Seed> found, HostTree tree) {
        List<Seed> seeds = inOrder(found);
        HostTable host = tree.host();
        int[] stepOf = nowhere(host.size());
        int at = 0;
        for (int row : tree.order()) {
            int thread = host.thread().code(row);
            long start = host.startNanos().get(row);
            while (at < seeds.size() && before(seeds.get(at), thread, start)) {
                at++;
            }
            if (at < seeds.size()
                    && seeds.get(at).thread() == thread
                    && seeds.get(at).startNanos() <= start) {
                stepOf[row] = at;
            }
        }
        return new FoundSteps(origin, seeds, stepOf);
    }

    /// With what other threads of the process began meanwhile: gradients are computed on a thread
    /// of their own. Steps of several threads overlap, and stay as they are.
    FoundSteps overThreads(HostTable host) {
        if (seeds.stream().mapToInt(Seed::thread).distinct().count() != 1) {
            return this;
        }
        String process = host.thread().values().get(seeds.getFirst().thread()).process();
        int[] all = stepOf.clone();
        for (int row = 0; row < all.length; row++) {
            if (all[row] == NONE
                    && host.thread()
                            .values()
                            .get(host.thread().code(row))
                            .process()
                            .equals(process)) {
                all[row] = around(host.startNanos().get(row));
            }
        }
        return new FoundSteps(origin, seeds, all);
    }

    private int around(long nanos) {
        int low = 0;
        int high = seeds.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (seeds.get(middle).startNanos() <= nanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low > 0 && seeds.get(low - 1).endNanos() > nanos ? low - 1 : NONE;
    }

    static List<Seed> inOrder(List<Seed> seeds) {
        return seeds.stream()
                .sorted(Comparator.comparingInt(Seed::thread).thenComparingLong(Seed::startNanos))
                .toList();
    }

    private static boolean before(Seed seed, int thread, long start) {
        return seed.thread() < thread || (seed.thread() == thread && seed.endNanos() <= start);
    }

    static int[] nowhere(int rows) {
        int[] stepOf = new int[rows];
        Arrays.fill(stepOf, NONE);
        return stepOf;
    }

    StepOrigin origin() {
        return origin;
    }

    List<Seed> seeds() {
        return seeds;
    }

    /// The numbers of the seeds by their starts, whatever their thread.
    Integer[] inTime() {
        Integer[] inTime = new Integer[seeds.size()];
        Arrays.setAll(inTime, step -> step);
        Arrays.sort(inTime, Comparator.comparingLong(step -> seeds.get(step).startNanos()));
        return inTime;
    }

    /// The step a host row is part of.
    int stepOf(int hostRow) {
        return stepOf[hostRow];
    }

    /// The kinds were not in the names.
    boolean unnamed() {
        return origin != StepOrigin.NAMES;
    }

    FoundSteps with(List<Seed> others) {
        return new FoundSteps(origin, others, stepOf);
    }

    /// Empty outside of all steps.
    String phase(int hostRow) {
        return stepOf[hostRow] == NONE ? "" : phase(seeds.get(stepOf[hostRow]));
    }

    /// Empty where the step is of no phase: any loop may replay a graph.
    String phase(Seed seed) {
        StepKind kind = seed.facts().kind();
        return origin == StepOrigin.GRAPHS && kind == StepKind.UNKNOWN ? "" : kind.phase();
    }
}
