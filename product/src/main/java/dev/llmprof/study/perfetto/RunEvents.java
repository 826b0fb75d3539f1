package dev.llmprof.study.perfetto;

import dev.llmprof.analysis.conditions.ConditionRow;
import dev.llmprof.analysis.conditions.RunConditions;
import dev.llmprof.analysis.conditions.WorkSpan;
import dev.llmprof.analysis.serving.ServingFindings.StageLoad;
import dev.llmprof.served.RequestFailure;
import dev.llmprof.served.ServedRequest;
import java.io.IOException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/// What a run knows by the wall clock: its stages, the requests of each, and what was sampled of
/// the machine.
record RunEvents(Tracks tracks, EventSpool out) {
    void stages(RunConditions conditions) throws IOException {
        if (conditions.spans().isEmpty()) {
            return;
        }
        int process = tracks.process("run");
        TrackRows stages = tracks.rows(process, "stages");
        for (WorkSpan span : inOrder(conditions.stages())) {
            slice(span, stages, span.stage(), "stage");
        }
        Map<String, TrackRows> requests = new LinkedHashMap<>();
        for (WorkSpan span : inOrder(conditions.spans())) {
            if (!span.isStage()) {
                TrackRows rows =
                        requests.computeIfAbsent(
                                span.stage(),
                                stage -> tracks.rows(process, "requests of " + stage));
                slice(span, rows, span.phase(), "request");
            }
        }
    }

    private static List<WorkSpan> inOrder(List<WorkSpan> spans) {
        return spans.stream()
                .sorted(
                        Comparator.comparingLong(WorkSpan::startUnixNanos)
                                .thenComparingLong(span -> -span.endUnixNanos()))
                .toList();
    }

    private void slice(WorkSpan span, TrackRows rows, String name, String kind) throws IOException {
        long duration = span.endUnixNanos() - span.startUnixNanos();
        EventText event =
                new EventText("X", rows.at(span.startUnixNanos(), duration)).name(name).kind(kind);
        if (!span.isStage()) {
            event.with("clock", span.source()).with("tokens", span.tokens());
        }
        out.slice(span.startUnixNanos(), duration, event);
    }

    /// From when each was due; in it the wait to be sent, that for the first token, and the rest.
    void load(StageLoad of) throws IOException {
        int process = tracks.process("requests to the server, " + of.stage());
        TrackRows rows = tracks.rowsApart(process, "requests");
        long began = of.load().facts().beganEpochNanos();
        List<ServedRequest> all =
                of.load().requests().stream()
                        .sorted(
                                Comparator.comparingLong(ServedRequest::dueNanos)
                                        .thenComparingLong(each -> -each.endNanos()))
                        .toList();
        for (ServedRequest request : all) {
            Track track = rows.at(began + request.dueNanos(), request.endToEndNanos());
            EventText whole =
                    new EventText("X", track)
                            .name("request " + request.number())
                            .kind("request")
                            .with("new_tokens", request.newTokens())
                            .with(
                                    "failure",
                                    request.failure().map(RequestFailure::text).orElse(""));
            request.promptTokens().ifPresent(count -> whole.with("prompt_tokens", count));
            out.slice(began + request.dueNanos(), request.endToEndNanos(), whole);
            if (request.sentNanos() > request.dueNanos()) {
                part(
                        track,
                        "waiting to be sent",
                        began + request.dueNanos(),
                        began + request.sentNanos());
            }
            if (request.answered()) {
                long first = began + request.tokenNanos().get(0);
                part(track, "TTFT", began + request.sentNanos(), first);
                part(track, "decode", first, began + request.endNanos());
            }
        }
    }

    private void part(Track track, String name, long from, long to) throws IOException {
        out.slice(from, to - from, new EventText("X", track).name(name).kind("request"));
    }

    void conditions(RunConditions conditions) throws IOException {
        if (conditions.isEmpty()) {
            return;
        }
        int process = tracks.process("conditions");
        Track track = tracks.thread(process, "samples");
        long first = conditions.firstUnixNanos();
        for (ConditionRow row : ConditionRow.of(conditions)) {
            long at = first + row.timeNanos();
            counter(track, at, row.device() + ": busy", "percent", scaled(row.busy(), 100));
            counter(track, at, row.device() + ": clock", "MHz", scaled(row.clockHertz(), 1e-6));
            counter(track, at, row.device() + ": power", "W", row.watts());
            counter(track, at, row.device() + ": temperature", "°C", row.gpu().celsius());
            counter(track, at, row.device() + ": load", "tasks", row.host().load());
            counter(
                    track,
                    at,
                    row.device() + ": stolen",
                    "percent",
                    scaled(row.host().stolen(), 100));
        }
    }

    private static OptionalDouble scaled(OptionalDouble value, double by) {
        return value.isPresent() ? OptionalDouble.of(value.getAsDouble() * by) : value;
    }

    private void counter(Track track, long at, String name, String unit, OptionalDouble value)
            throws IOException {
        EventText event = new EventText("C", track).name(name).with(unit, value);
        if (event.hasArguments()) {
            out.moment(at, event);
        }
    }
}
