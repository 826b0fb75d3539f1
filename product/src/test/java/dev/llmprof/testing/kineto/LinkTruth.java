package dev.llmprof.testing.kineto;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Which call launched what, for which operator, and how long that took.
final class LinkTruth {
    private static final long SLOW_CALL_NANOS = 50_000;
    private static final long LONG_DELAY_NANOS = 100_000;
    private static final Set<String> HTA_NAMES =
            Set.of("cudaLaunchKernel", "cudaLaunchKernelExC", "cudaMemcpyAsync", "cudaMemsetAsync");

    private final Recording recording;

    private LinkTruth(Recording recording) {
        this.recording = recording;
    }

    static void add(Recording recording, ObjectNode truth) {
        var links = new LinkTruth(recording);
        links.attribution(truth);
        links.launches(truth, "launch_stats", _ -> true);
        links.launches(truth, "launch_stats_hta_names", HTA_NAMES::contains);
        links.graphs(truth.putObject("graph_launches"));
    }

    private static boolean isLaunched(GpuEvent event) {
        return event.call() != HostEvent.NONE;
    }

    private HostEvent call(GpuEvent event) {
        return recording.host().get(event.call());
    }

    private static boolean isUnattributed(GpuEvent event) {
        return event.operator() == HostEvent.NONE;
    }

    private void attribution(ObjectNode truth) {
        Map<Long, Long> shared =
                recording.gpu().stream()
                        .collect(
                                Collectors.groupingBy(
                                        GpuEvent::correlation, Collectors.counting()));
        truth.putObject("attribution")
                .put("gpu_events", recording.gpu().size())
                .put("correlation_and_external_agree", count(e -> both(e, true, true)))
                .put("disagree", 0)
                .put("correlation_only", count(e -> both(e, true, false)))
                .put("external_only", count(e -> both(e, false, true)))
                .put("unattributed", count(LinkTruth::isUnattributed))
                .put("gpu_events_without_launch_call", count(e -> !isLaunched(e)))
                .put("duplicate_runtime_correlations", 0)
                .put(
                        "correlations_with_several_gpu_events",
                        shared.values().stream().filter(events -> events > 1).count())
                .put(
                        "max_gpu_events_per_correlation",
                        shared.values().stream().mapToLong(Long::longValue).max().orElse(0));
        List<GpuEvent> nobodys =
                recording.gpu().stream().filter(LinkTruth::isUnattributed).toList();
        List<GpuEvent> kernels =
                nobodys.stream().filter(e -> e.work().kind() == GpuEvent.Kind.KERNEL).toList();
        truth.putObject("unattributed_kernels")
                .put("count", kernels.size())
                .put("total_ns", Spans.sumNanos(kernels));
        truth.put("unattributed_gpu_ns", Spans.sumNanos(nobodys));
    }

    private static boolean both(GpuEvent event, boolean launched, boolean named) {
        return !isUnattributed(event)
                && isLaunched(event) == launched
                && event.externalId() > 0 == named;
    }

    private long count(Predicate<GpuEvent> wanted) {
        return recording.gpu().stream().filter(wanted).count();
    }

    private void launches(ObjectNode truth, String key, Predicate<String> names) {
        List<GpuEvent> pairs =
                recording.gpu().stream()
                        .filter(LinkTruth::isLaunched)
                        .filter(event -> names.test(call(event).name()))
                        .toList();
        var delays = pairs.stream().mapToLong(this::delayNanos).summaryStatistics();
        truth.putObject(key)
                .put("pairs", pairs.size())
                .put("cpu_ns", pairs.stream().mapToLong(e -> call(e).nanos()).sum())
                .put("gpu_ns", Spans.sumNanos(pairs))
                .put("launch_delay_ns", delays.getSum())
                .put(
                        "short_kernels",
                        pairs.stream().filter(e -> e.nanos() < call(e).nanos()).count())
                .put(
                        "runtime_over_50us",
                        pairs.stream().filter(e -> call(e).nanos() > SLOW_CALL_NANOS).count())
                .put(
                        "delay_over_100us",
                        pairs.stream().filter(e -> delayNanos(e) > LONG_DELAY_NANOS).count())
                .put("max_launch_delay_ns", pairs.isEmpty() ? 0 : delays.getMax())
                .put("negative_start_latency", 0);
    }

    private long delayNanos(GpuEvent event) {
        return Math.max(0, event.startNanos() - call(event).endNanos());
    }

    private void graphs(ObjectNode graphs) {
        var byCall =
                recording.gpu().stream()
                        .filter(event -> event.node() > 0)
                        .collect(
                                Collectors.groupingBy(
                                        GpuEvent::call, TreeMap::new, Collectors.toList()));
        List<GpuEvent> all = byCall.values().stream().flatMap(List::stream).toList();
        graphs.put("count", byCall.size());
        graphs.put("gpu_events", all.size());
        graphs.put("sum_ns", Spans.sumNanos(all));
        var launches = graphs.putArray("launches");
        byCall.forEach((call, events) ->
                launches.addObject()
                        .put("name", recording.host().get(call).name())
                        .put("correlation", recording.host().get(call).correlation())
                        .put("gpu_events", events.size())
                        .put("sum_ns", Spans.sumNanos(events))
                        .put("busy_ns", Spans.busyNanos(events))
                        .put("span_ns", Spans.nanos(events)));
    }
}
