package dev.llmprof.testing.kineto;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.llmprof.testing.kineto.HostEvent.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// Writes a [Recording] field by field as PyTorch's profiler does: operators, ranges and Python
/// first, then what CUPTI or roctracer told, each with the arrows from call to GPU.
final class KinetoText {
    private static final int PROCESS = 4_711;

    private final Recording recording;
    private final Dialect dialect;
    private final List<String> events = new ArrayList<>();

    private KinetoText(Recording recording) {
        this.recording = recording;
        this.dialect = recording.dialect();
    }

    static String of(Recording recording) {
        var text = new KinetoText(recording);
        text.names();
        recording.host().stream().filter(e -> !e.kind().isCall()).forEach(text::host);
        recording.gpu().forEach(text::gpu);
        recording.host().stream().filter(e -> e.kind().isCall()).forEach(text::host);
        if (!recording.dialect().old()) {
            text.gpuRanges();
        }
        text.ends();
        return text.header()
                + "  \"traceEvents\": [\n"
                + String.join(",\n", text.events)
                + "\n  ],\n  \"traceName\": \"own.json\"\n}\n";
    }

    private String header() {
        String devices =
                recording.gpu().stream()
                        .map(event -> event.work().lane().device())
                        .distinct()
                        .sorted()
                        .map(this::device)
                        .collect(Collectors.joining(", "));
        String rank =
                recording
                        .rank()
                        .map(one ->
                                "  \"distributedInfo\": {\"backend\": \"nccl\", \"rank\": "
                                        + one.number()
                                        + ", \"world_size\": "
                                        + one.of()
                                        + ", \"pg_count\": 1, \"nccl_version\": \"2.27.7\"},\n")
                        .orElse("");
        return "{\n  \"schemaVersion\": 1,\n  \"deviceProperties\": ["
                + devices
                + "],\n"
                + rank
                + (dialect.old() ? "" : "  \"displayTimeUnit\": \"ms\",\n");
    }

    private String device(int id) {
        return """
        {"id": %d, "name": "%s", "totalGlobalMem": 85899345920, "computeMajor": 9, \
        "computeMinor": 0, "maxThreadsPerBlock": 1024, "warpSize": %d, "numSms": 132}\
        """
                .formatted(
                        id,
                        dialect == Dialect.HIP ? "Made-up Instinct" : "Made-up GPU",
                        dialect == Dialect.HIP ? 64 : 32);
    }

    private void names() {
        long first = recording.host().stream().mapToLong(HostEvent::startNanos).min().orElse(0);
        events.add(
                "  {\"ph\": \"M\", \"name\": \"process_name\", \"ts\": %s, \"pid\": %d, \"tid\": 0,"
                                .formatted(micros(first), PROCESS)
                        + " \"args\": {\"name\": \"python3\"}}");
        events.add(
                "  {\"ph\": \"M\", \"name\": \"process_labels\", \"ts\": %s, \"pid\": 0, \"tid\": 0,"
                                .formatted(micros(first))
                        + " \"args\": {\"labels\": \"GPU 0\"}}");
    }

    private void ends() {
        long last = recording.host().stream().mapToLong(HostEvent::endNanos).max().orElse(0);
        events.add(
                "  {\"ph\": \"i\", \"s\": \"g\", \"name\": \"Record Window End\", \"pid\": \"\","
                        + " \"tid\": \"\", \"ts\": %s}".formatted(micros(last)));
    }

    private void host(HostEvent event) {
        Map<String, String> args = new LinkedHashMap<>();
        if (event.externalId() > 0) {
            boolean small = dialect.old() && event.kind().isCall();
            args.put(small ? "external id" : "External id", "" + event.externalId());
        }
        if (!event.shapes().isEmpty()) {
            args.put("Input Dims", event.shapes());
        }
        if (!event.kernel().isEmpty()) {
            args.put("kernel", quoted(event.kernel()));
        }
        if (event.kind().isCall()) {
            args.put(dialect == Dialect.HIP ? "cid" : "cbid", "211");
            args.put("correlation", "" + event.correlation());
        }
        if (event.kind() == Kind.FRAME) {
            args.put("Python parent id", "null");
            args.put("Python id", "" + events.size());
        }
        if (!event.kind().isCall() && !dialect.old()) {
            args.put("Ev Idx", "" + events.size());
        }
        String thread = dialect.old() ? quoted("" + event.thread()) : "" + event.thread();
        complete(
                dialect.category(event.kind()),
                event.name(),
                "" + PROCESS,
                thread,
                event.startNanos(),
                event.endNanos(),
                args);
        if (event.kind().isCall()) {
            arrow("s", event.correlation(), "" + PROCESS, thread, event.startNanos());
        }
    }

    private void gpu(GpuEvent event) {
        Lane lane = event.work().lane();
        Map<String, String> args = new LinkedHashMap<>();
        if (event.externalId() > 0) {
            args.put(dialect.old() ? "external id" : "External id", "" + event.externalId());
        }
        args.put("device", "" + lane.device());
        if (dialect != Dialect.HIP) {
            args.put("context", "1");
        }
        args.put("stream", "" + lane.stream());
        args.put("correlation", "" + event.correlation());
        if (event.node() > 0 && dialect == Dialect.CUDA) {
            args.put("graph node id", "" + event.node());
        }
        if (event.work().kind() == GpuEvent.Kind.KERNEL) {
            args.put("grid", "[24, 1, 1]");
            args.put("block", "[128, 1, 1]");
        } else {
            args.put("bytes", "" + event.work().bytes());
        }
        String stream = dialect.old() ? quoted("stream " + lane.stream()) : "" + lane.stream();
        complete(
                dialect.category(event.work().kind()),
                event.name(),
                "" + lane.device(),
                stream,
                event.startNanos(),
                event.endNanos(),
                args);
        arrow("f", event.correlation(), "" + lane.device(), stream, event.startNanos());
    }

    /// A nanosecond wider on both sides, so that viewers nest the kernels in it.
    private void gpuRanges() {
        new Nesting(recording)
                .byInnermostRange()
                .forEach((place, within) ->
                        complete(
                                "gpu_user_annotation",
                                recording.host().get(place.range()).name(),
                                "" + place.lane().device(),
                                "" + place.lane().stream(),
                                Spans.start(within) - 1,
                                Spans.end(within) + 1,
                                Map.of(
                                        "External id",
                                        "" + recording.host().get(place.range()).externalId())));
    }

    private void complete(
            String category,
            String name,
            String process,
            String thread,
            long startNanos,
            long endNanos,
            Map<String, String> args) {
        String fields =
                args.entrySet().stream()
                        .map(arg -> quoted(arg.getKey()) + ": " + arg.getValue())
                        .collect(Collectors.joining(", "));
        events.add(
                "  {\n    \"ph\": \"X\", \"cat\": %s, \"name\": %s, \"pid\": %s, \"tid\": %s,\n"
                                .formatted(quoted(category), quoted(name), process, thread)
                        + "    \"ts\": %s, \"dur\": %s,\n    \"args\": {\n      %s\n    }\n  }"
                                .formatted(
                                        micros(startNanos), micros(endNanos - startNanos), fields));
    }

    private void arrow(String phase, long id, String process, String thread, long nanos) {
        String category = dialect.old() ? "async" : "ac2g";
        events.add(
                "  {\"ph\": \"%s\", \"id\": %d, \"pid\": %s, \"tid\": %s, \"ts\": %s, \"cat\": \"%s\","
                                .formatted(phase, id, process, thread, micros(nanos), category)
                        + " \"name\": \"%s\"%s}"
                                .formatted(category, phase.equals("f") ? ", \"bp\": \"e\"" : ""));
    }

    private String micros(long nanos) {
        return dialect.old()
                ? "" + nanos / 1_000
                : String.format(Locale.ROOT, "%d.%03d", nanos / 1_000, nanos % 1_000);
    }

    private static String quoted(String text) {
        return "\"" + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + "\"";
    }
}
