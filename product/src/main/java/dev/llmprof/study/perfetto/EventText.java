package dev.llmprof.study.perfetto;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.llmprof.secret.Secrets;
import java.util.Locale;
import java.util.OptionalDouble;

/// The JSON of an event but for its braces and its time. No secret gets into it.
final class EventText {
    private final StringBuilder text = new StringBuilder();
    private boolean hasArguments;

    /// `phase` is Chrome's letter for the kind of event.
    EventText(String phase, Track track) {
        text.append("\"ph\":\"").append(phase).append("\",\"pid\":").append(track.process());
        text.append(",\"tid\":").append(track.thread());
    }

    static String quoted(String value) {
        return '"'
                + String.valueOf(JsonStringEncoder.getInstance().quoteAsString(Secrets.hide(value)))
                + '"';
    }

    EventText name(String name) {
        return quotedName(quoted(name));
    }

    EventText quotedName(String json) {
        text.append(",\"name\":").append(json);
        return this;
    }

    EventText kind(String category) {
        text.append(",\"cat\":\"").append(category).append('"');
        return this;
    }

    /// Says to which other end a launch's arrow goes; the far end is bound to the slice around it.
    EventText flow(long number, boolean far) {
        text.append(",\"id\":").append(number).append(far ? ",\"bp\":\"e\"" : "");
        return this;
    }

    EventText with(String key, String value) {
        return value.isEmpty() ? this : withJson(key, quoted(value));
    }

    EventText with(String key, long value) {
        return withJson(key, Long.toString(value));
    }

    EventText with(String key, OptionalDouble value) {
        return value.isEmpty() || !Double.isFinite(value.getAsDouble())
                ? this
                : withJson(key, String.format(Locale.ROOT, "%.6g", value.getAsDouble()));
    }

    EventText withJson(String key, String json) {
        text.append(hasArguments ? "," : ",\"args\":{");
        text.append('"').append(key).append("\":").append(json);
        hasArguments = true;
        return this;
    }

    boolean hasArguments() {
        return hasArguments;
    }

    String done() {
        return text + (hasArguments ? "}" : "");
    }
}
