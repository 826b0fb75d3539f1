package dev.llmprof.analysis.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// One launch of each class that is worth it, so that together they cover the most kernel time
/// within a budget. `runs` are those that one run of the program can profile.
///
/// Classes with the most to gain stand first. With a larger budget the coverage never falls: for
/// every number of runs the classes within reach are fixed, and the best choice among them is
/// exact.
public record NcuPlan(
        double budgetSeconds,
        double predictedSeconds,
        double coveredShare,
        List<ProgramRun> runs,
        long kernelNanos) {
    /// A kernel this near to its bound can hardly be made faster.
    private static final double LEAST_HEADROOM = .1;

    private static final int MOST_CLASSES = 400;
    private static final int MOST_RUNS = 24;

    public NcuPlan {
        runs = List.copyOf(runs);
    }

    /// One run of the program under ncu: of each function the launch of that number, from 1.
    public record ProgramRun(int invocation, List<LaunchClass> classes) {
        public ProgramRun {
            classes = List.copyOf(classes);
        }

        public List<String> functions() {
            return classes.stream().map(LaunchClass::function).distinct().toList();
        }
    }

    public List<LaunchClass> chosen() {
        return runs.stream()
                .flatMap(run -> run.classes().stream())
                .sorted(Comparator.comparingDouble(NcuPlan::gain).reversed())
                .toList();
    }

    public static NcuPlan of(LaunchClasses all, ReplayCost cost, double budgetSeconds) {
        List<LaunchClass> worth =
                all.classes().stream()
                        .filter(each -> each.headroom().orElse(1) >= LEAST_HEADROOM)
                        .limit(MOST_CLASSES)
                        .toList();
        List<ProgramRun> reach = reach(worth);
        NcuPlan best = new NcuPlan(budgetSeconds, 0, 0, List.of(), all.kernelNanos());
        for (int runs = 1; runs <= reach.size(); runs++) {
            NcuPlan plan = within(reach.subList(0, runs), all, cost, budgetSeconds);
            best = plan.coveredShare() > best.coveredShare() ? plan : best;
        }
        return best;
    }

    /// The time that could be gained at most.
    private static double gain(LaunchClass one) {
        return one.nanos() * one.headroom().orElse(1);
    }

    /// The number of launch that reaches the most time first; then what the next one adds.
    private static List<ProgramRun> reach(List<LaunchClass> classes) {
        List<ProgramRun> runs = new ArrayList<>();
        Set<LaunchClass> left = new HashSet<>(classes);
        while (!left.isEmpty() && runs.size() < MOST_RUNS) {
            Map<Integer, Long> nanos = new HashMap<>();
            for (LaunchClass each : left) {
                each.invocations().forEach(number -> nanos.merge(number, each.nanos(), Long::sum));
            }
            int number =
                    nanos.entrySet().stream()
                            .min(
                                    Map.Entry.<Integer, Long>comparingByValue()
                                            .reversed()
                                            .thenComparing(Map.Entry.comparingByKey()))
                            .orElseThrow()
                            .getKey();
            List<LaunchClass> reached =
                    classes.stream()
                            .filter(left::contains)
                            .filter(each -> each.invocations().contains(number))
                            .toList();
            runs.add(new ProgramRun(number, reached));
            reached.forEach(left::remove);
        }
        return runs;
    }

    private static NcuPlan within(
            List<ProgramRun> reach, LaunchClasses all, ReplayCost cost, double budgetSeconds) {
        double programs = reach.size() * cost.programSeconds();
        List<LaunchClass> classes = reach.stream().flatMap(run -> run.classes().stream()).toList();
        Set<LaunchClass> chosen =
                new Knapsack<>(classes, cost::seconds, LaunchClass::nanos)
                        .within(budgetSeconds - programs);
        List<ProgramRun> runs =
                reach.stream()
                        .map(run ->
                                new ProgramRun(
                                        run.invocation(),
                                        run.classes().stream().filter(chosen::contains).toList()))
                        .filter(run -> !run.classes().isEmpty())
                        .toList();
        long nanos = chosen.stream().mapToLong(LaunchClass::nanos).sum();
        return new NcuPlan(
                budgetSeconds,
                runs.size() * cost.programSeconds()
                        + chosen.stream().mapToDouble(cost::seconds).sum(),
                all.kernelNanos() == 0 ? 0 : (double) nanos / all.kernelNanos(),
                runs,
                all.kernelNanos());
    }
}
