package dev.llmprof.testing.kineto;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.testing.kineto.HostEvent.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Time of operators, calls and modules, and the table that PyTorch itself would print.
final class HostTruth {
    private final Recording recording;
    private final Nesting nesting;

    private HostTruth(Recording recording) {
        this.recording = recording;
        this.nesting = new Nesting(recording);
    }

    static void add(Recording recording, ObjectNode truth) {
        var host = new HostTruth(recording);
        host.operators(truth);
        host.calls(truth.putObject("runtime_calls"));
        host.keyAverages(truth.putObject("key_averages"));
        host.modules(truth);
    }

    private HostEvent at(int index) {
        return recording.host().get(index);
    }

    private Map<String, List<Integer>> byName(List<Integer> rows) {
        return rows.stream()
                .collect(
                        Collectors.groupingBy(
                                row -> at(row).name(), TreeMap::new, Collectors.toList()));
    }

    private static long sum(List<Integer> rows, Function<Integer, Long> nanos) {
        return rows.stream().mapToLong(nanos::apply).sum();
    }

    private void operators(ObjectNode truth) {
        List<Integer> all = nesting.of(Kind.OPERATOR);
        Map<String, List<Integer>> byName = byName(all);
        truth.putObject("operators_summary")
                .put("calls", all.size())
                .put("unique_names", byName.size())
                .put("self_cpu_ns", sum(all, nesting::selfNanos))
                .put("total_cpu_ns", sum(all, nesting::nanos))
                .put("device_ns", sum(all, this::deviceNanos));
        List<ObjectNode> rows = byName.values().stream().map(this::operator).toList();
        Truth.rows(truth, "operators", rows, "self_cpu_ns");
        List<ObjectNode> used =
                rows.stream().filter(row -> row.path("device_ns").asLong() > 0).toList();
        Truth.rows(truth, "operators_by_device", used, "device_ns");
    }

    private ObjectNode operator(List<Integer> calls) {
        return Truth.object()
                .put("name", at(calls.getFirst()).name())
                .put("calls", calls.size())
                .put("self_cpu_ns", sum(calls, nesting::selfNanos))
                .put("total_cpu_ns", sum(calls, nesting::nanos))
                .put("device_ns", sum(calls, this::deviceNanos))
                .put("device_total_ns", sum(calls, this::deviceTotalNanos));
    }

    private long deviceNanos(int operator) {
        return recording.gpu().stream()
                .filter(event -> event.operator() == operator)
                .mapToLong(GpuEvent::nanos)
                .sum();
    }

    private long deviceTotalNanos(int operator) {
        return recording.gpu().stream()
                .filter(event -> nesting.outwards(event.operator()).contains(operator))
                .mapToLong(GpuEvent::nanos)
                .sum();
    }

    private void calls(ObjectNode truth) {
        List<Integer> all =
                nesting.nodes().stream().filter(row -> at(row).kind().isCall()).toList();
        truth.put("count", all.size());
        truth.put("total_ns", sum(all, nesting::nanos));
        List<ObjectNode> rows = new ArrayList<>();
        byName(all)
                .forEach((name, calls) ->
                        rows.add(
                                Truth.object()
                                        .put("name", name)
                                        .put("calls", calls.size())
                                        .put("total_ns", sum(calls, nesting::nanos))
                                        .put("self_ns", sum(calls, nesting::nanos))));
        Truth.rows(truth, "rows", rows, "total_ns");
    }

    /// An only child of its parent's name is not counted beside it.
    private boolean vanishes(int row) {
        int parent = at(row).parent();
        return parent != HostEvent.NONE
                && at(parent).name().equals(at(row).name())
                && nesting.children(parent).size() == 1;
    }

    private long averagedSelfNanos(int row) {
        List<Integer> children = nesting.children(row);
        boolean swallows = children.size() == 1 && vanishes(children.getFirst());
        return swallows
                ? nesting.nanos(row)
                        - nesting.nanos(children.getFirst())
                        + averagedSelfNanos(children.getFirst())
                : nesting.selfNanos(row);
    }

    private void keyAverages(ObjectNode truth) {
        List<Integer> nodes = nesting.nodes();
        List<Integer> kept = nodes.stream().filter(row -> !vanishes(row)).toList();
        Map<String, List<Integer>> groups = new LinkedHashMap<>();
        for (int row : kept) {
            groups.computeIfAbsent(isAnnotation(row) + averagedName(row), _ -> new ArrayList<>())
                    .add(row);
        }
        truth.put("collapsed_calls", nodes.size() - kept.size());
        truth.put("rows", groups.size());
        List<ObjectNode> rows =
                groups.values().stream()
                        .map(calls ->
                                Truth.object()
                                        .put("name", averagedName(calls.getFirst()))
                                        .put("user_annotation", isAnnotation(calls.getFirst()))
                                        .put("calls", calls.size())
                                        .put("self_cpu_ns", sum(calls, this::averagedSelfNanos))
                                        .put("total_cpu_ns", sum(calls, nesting::nanos)))
                        .toList();
        Truth.rows(truth, "table", rows, "self_cpu_ns");
    }

    private String averagedName(int row) {
        String name = at(row).name();
        return name.startsWith("ProfilerStep#") ? "ProfilerStep*" : name;
    }

    private boolean isAnnotation(int row) {
        return at(row).kind() == Kind.RANGE && !recording.dialect().old();
    }

    private void modules(ObjectNode truth) {
        Map<List<String>, long[]> sums = new LinkedHashMap<>();
        for (GpuEvent event : recording.gpu()) {
            int frame = event.call() == HostEvent.NONE ? HostEvent.NONE : module(event.call());
            if (frame != HostEvent.NONE) {
                int operator = event.operator() == HostEvent.NONE ? event.call() : event.operator();
                String name = at(frame).name().replace(Program.MODULE, "").replaceAll("_\\d+$", "");
                long[] sum =
                        sums.computeIfAbsent(List.of(name, at(operator).name()), _ -> new long[2]);
                sum[0]++;
                sum[1] += event.nanos();
            }
        }
        var rows = truth.putArray("modules");
        sums.entrySet().stream()
                .sorted(
                        Map.Entry.<List<String>, long[]>comparingByValue(
                                        (a, b) -> Long.compare(b[1], a[1]))
                                .thenComparing(row -> row.getKey().getFirst())
                                .thenComparing(row -> row.getKey().getLast()))
                .forEach(row ->
                        rows.addObject()
                                .put("module", row.getKey().getFirst())
                                .put("operator", row.getKey().getLast())
                                .put("gpu_events", row.getValue()[0])
                                .put("sum_ns", row.getValue()[1]));
    }

    /// The innermost frame that is a module, past those that are functions.
    private int module(int row) {
        int frame = at(row).frame();
        while (frame != HostEvent.NONE && !at(frame).name().startsWith(Program.MODULE)) {
            frame = at(frame).frame();
        }
        return frame;
    }
}
