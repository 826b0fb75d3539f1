package dev.llmprof.analysis.conditions;

import dev.llmprof.trace.conditions.HostSample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/// Who used the CPUs while the workload's stages ran. Shares are of all CPUs together, from 0 to 1;
/// `stalledShare` of the time in which a task waited for one. `stranger` is the process outside the
/// run that took the most, empty where none is seen, as from inside a container.
public record HostLoad(
        double seconds,
        double busyShare,
        double otherShare,
        double stolenShare,
        OptionalDouble stalledShare,
        String stranger,
        double strangerShare) {
    public static final HostLoad NONE = new HostLoad(0, 0, 0, 0, OptionalDouble.empty(), "", 0);

    public static HostLoad of(RunConditions conditions) {
        List<HostSample> looks =
                conditions.host().stream().filter(each -> each.ownSeconds().isPresent()).toList();
        var sum = new Sum();
        for (int at = 1; at < looks.size(); at++) {
            HostSample from = looks.get(at - 1);
            HostSample to = looks.get(at);
            long middle = from.unixNanos() + (to.unixNanos() - from.unixNanos()) / 2;
            if (!conditions.stageAt(middle).isEmpty()) {
                sum.add(from, to);
            }
        }
        return sum.load();
    }

    private static final class Sum {
        private double seconds;
        private double all;
        private double busy;
        private double other;
        private double stolen;
        private final List<Double> stalled = new ArrayList<>();
        private final Map<String, Double> strangers = new TreeMap<>();

        void add(HostSample from, HostSample to) {
            seconds += (to.unixNanos() - from.unixNanos()) / 1e9;
            all += to.cpu().all() - from.cpu().all();
            double used = to.cpu().busy() - from.cpu().busy();
            double own = to.ownSeconds().orElseThrow() - from.ownSeconds().orElseThrow();
            busy += used;
            other += Math.max(0, used - Math.max(0, own));
            stolen += to.cpu().stolen() - from.cpu().stolen();
            if (to.stalled().cpu().isPresent() && from.stalled().cpu().isPresent()) {
                stalled.add(to.stalled().cpu().getAsDouble() - from.stalled().cpu().getAsDouble());
            }
            if (!to.stranger().name().isEmpty()) {
                strangers.merge(to.stranger().name(), to.stranger().seconds(), Double::sum);
            }
        }

        HostLoad load() {
            if (all <= 0 || seconds <= 0) {
                return NONE;
            }
            Map.Entry<String, Double> most =
                    strangers.entrySet().stream()
                            .max(Map.Entry.comparingByValue())
                            .orElse(Map.entry("", 0.0));
            return new HostLoad(
                    seconds,
                    busy / all,
                    other / all,
                    stolen / all,
                    stalled.isEmpty()
                            ? OptionalDouble.empty()
                            : OptionalDouble.of(
                                    stalled.stream().mapToDouble(Double::doubleValue).sum()
                                            / seconds),
                    most.getKey(),
                    most.getValue() / all);
        }
    }
}
