package dev.llmprof.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.secret.Secrets;
import dev.llmprof.served.RequestFailure;
import dev.llmprof.served.RequestFailure.Kind;
import dev.llmprof.table.LongColumn;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;

/// Hears an answer as its bytes come and notes the time of each piece of text. A broken answer
/// leaves what came of it.
final class StreamedAnswer implements HttpAnswer.Body {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int MOST_WORDS = 4096;
    private static final int OK = 200;

    private final Runnable heardText;
    private final EventStream events = new EventStream(this::event);
    private final LongColumn.Builder tokens = new LongColumn.Builder();
    private final StringBuilder words = new StringBuilder();
    private int status;
    private long pieces;
    private long arrived;
    private long lastChoice = -1;
    private boolean heard;
    private boolean finished;
    private boolean closed;
    private Optional<String> error = Optional.empty();
    private OptionalLong promptTokens = OptionalLong.empty();
    private OptionalLong newTokens = OptionalLong.empty();

    /// `heardText` is told of each piece of text.
    StreamedAnswer(Runnable heardText) {
        this.heardText = heardText;
    }

    @Override
    public synchronized void status(int code) {
        status = code;
    }

    @Override
    public synchronized void bytes(ByteBuffer bytes, long arrivedNanos) {
        arrived = arrivedNanos;
        if (closed) {
            return;
        }
        if (!heard) {
            keep(bytes.duplicate());
        }
        if (status == OK) {
            events.add(bytes);
        }
    }

    private void keep(ByteBuffer bytes) {
        byte[] some = new byte[Math.min(bytes.remaining(), MOST_WORDS - words.length())];
        bytes.get(some);
        words.append(new String(some, StandardCharsets.UTF_8));
    }

    private void event(byte[] data) {
        heard = true;
        if (data.length == 6 && new String(data, StandardCharsets.UTF_8).equals("[DONE]")) {
            finished = true;
            return;
        }
        try {
            read(JSON.readTree(data));
        } catch (IOException e) {
            error = error.or(() -> Optional.of("an event is not JSON: " + start(data)));
        }
    }

    private void read(JsonNode chunk) {
        JsonNode failed = chunk.path("error");
        if (!failed.isMissingNode() && !failed.isNull()) {
            String text = failed.path("message").asText(failed.asText(failed.toString()));
            error = error.or(() -> Optional.of(text.isEmpty() ? failed.toString() : text));
        }
        JsonNode choice = chunk.path("choices").path(0);
        if (!choice.isMissingNode()) {
            lastChoice = arrived;
            finished |= choice.hasNonNull("finish_reason");
            if (hasText(choice)) {
                tokens.add(arrived);
                pieces++;
                heardText.run();
            }
        }
        JsonNode usage = chunk.path("usage");
        promptTokens = whole(usage, "prompt_tokens", promptTokens);
        newTokens = whole(usage, "completion_tokens", newTokens);
    }

    /// What a model thinks or calls is made of tokens as well.
    private static boolean hasText(JsonNode choice) {
        JsonNode delta = choice.path("delta");
        return filled(choice.path("text"))
                || filled(delta.path("content"))
                || filled(delta.path("reasoning_content"))
                || filled(delta.path("reasoning"))
                || delta.path("tool_calls").size() > 0;
    }

    private static boolean filled(JsonNode text) {
        return text.isTextual() && !text.asText().isEmpty();
    }

    private static OptionalLong whole(JsonNode usage, String key, OptionalLong before) {
        return usage.path(key).canConvertToLong() && usage.path(key).isNumber()
                ? OptionalLong.of(usage.path(key).asLong())
                : before;
    }

    /// What came of it until now, and whether that is all; `broken` is why the transport ended,
    /// `asked` how many tokens were to come.
    synchronized Heard heard(Optional<RequestFailure> broken, long nowNanos, int asked) {
        if (status == OK && !closed && broken.isEmpty()) {
            events.end();
        }
        closed = true;
        return new Heard(
                tokens.build(),
                lastChoice >= 0 ? lastChoice : nowNanos,
                promptTokens,
                newTokens.orElse(pieces),
                newTokens.isPresent(),
                failure(broken, asked));
    }

    record Heard(
            LongColumn tokenNanos,
            long endNanos,
            OptionalLong promptTokens,
            long newTokens,
            boolean countedByServer,
            Optional<RequestFailure> failure) {}

    private Optional<RequestFailure> failure(Optional<RequestFailure> broken, int asked) {
        if (status != 0 && status != OK) {
            return failed(Kind.STATUS, ("status " + status + " " + firstLine()).strip());
        }
        if (error.isPresent()) {
            return failed(Kind.ANSWER, error.get());
        }
        if (broken.isPresent()) {
            return broken;
        }
        if (!heard) {
            return failed(Kind.ANSWER, "no stream of events: " + firstLine());
        }
        // Some servers end a stream by closing it.
        if (!finished && newTokens.isEmpty() && pieces < asked) {
            return failed(Kind.BROKEN, "the stream ended after " + pieces + " of " + asked);
        }
        return pieces == 0 ? failed(Kind.ANSWER, "an answer without text") : Optional.empty();
    }

    private static Optional<RequestFailure> failed(Kind kind, String text) {
        return Optional.of(new RequestFailure(kind, Secrets.hide(text)));
    }

    private String firstLine() {
        String text = words.toString().strip().replaceAll("\\s+", " ");
        return text.length() > 200 ? text.substring(0, 200) + "…" : text;
    }

    private static String start(byte[] data) {
        String text = new String(data, StandardCharsets.UTF_8);
        return text.length() > 80 ? text.substring(0, 80) + "…" : text;
    }
}
