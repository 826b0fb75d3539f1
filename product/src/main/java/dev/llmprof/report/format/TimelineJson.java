package dev.llmprof.report.format;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.llmprof.report.block.Chart;
import java.io.IOException;

/// The data of a timeline: arrays without keys, since there are thousands.
final class TimelineJson {
    private TimelineJson() {}

    static void write(JsonGenerator json, Chart.Timeline timeline) throws IOException {
        json.writeArrayFieldStart("rows");
        for (Chart.Timeline.Row row : timeline.rows()) {
            json.writeStartArray();
            json.writeString(row.title());
            json.writeNumber(row.level());
            json.writeEndArray();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("names");
        for (String name : timeline.names()) {
            name(json, name);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("items");
        long before = 0;
        for (Chart.Timeline.Item item : timeline.items()) {
            item(json, item, before);
            before = item.startNanos();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("steps");
        for (Chart.Timeline.Step step : timeline.steps()) {
            json.writeStartArray();
            json.writeString(step.name());
            json.writeNumber(step.startNanos());
            json.writeNumber(step.durationNanos());
            json.writeEndArray();
        }
        json.writeEndArray();
    }

    /// The whole, and what is drawn where that is shorter.
    private static void name(JsonGenerator json, String name) throws IOException {
        json.writeStartArray();
        json.writeString(name);
        if (BriefName.shortens(name)) {
            json.writeString(BriefName.of(name));
        }
        json.writeEndArray();
    }

    /// Row, name, start from the one before, duration, then busy and count where it is not one
    /// event from end to end.
    private static void item(JsonGenerator json, Chart.Timeline.Item item, long before)
            throws IOException {
        json.writeStartArray();
        json.writeNumber(item.row());
        json.writeNumber(item.name());
        json.writeNumber(item.startNanos() - before);
        json.writeNumber(item.durationNanos());
        if (item.count() > 1 || item.busyNanos() != item.durationNanos()) {
            json.writeNumber(item.busyNanos());
            json.writeNumber(item.count());
        }
        json.writeEndArray();
    }
}
