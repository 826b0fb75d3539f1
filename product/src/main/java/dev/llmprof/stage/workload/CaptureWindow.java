package dev.llmprof.stage.workload;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.process.Ended;
import dev.llmprof.stage.EndedWords;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/// Which part of a program is recorded. Whatever limit is reached first ends it; the program runs
/// on unless it is told to stop. A server that can records its phases apart where `byPhase` says
/// so.
public record CaptureWindow(
        int warmup,
        OptionalInt requests,
        OptionalInt steps,
        Duration delay,
        Optional<Duration> duration,
        long maxBytes,
        Start start,
        boolean stopsProgram,
        boolean byPhase) {
    private static final int SIGTERM = 15;

    /// Who begins it.
    public enum Start {
        /// The warm-up being over.
        AUTO,
        /// A signal, and another ends it.
        SIGNAL,
        /// A signal of ours in the middle of a load; its limits end it.
        LOAD
    }

    /// As `conf/config.yaml` has it.
    public static final CaptureWindow USUAL =
            new CaptureWindow(
                    1,
                    OptionalInt.of(3),
                    OptionalInt.of(64),
                    Duration.ZERO,
                    Optional.empty(),
                    2_000_000_000L,
                    Start.AUTO,
                    false,
                    false);

    /// The same, begun in the middle of a load. What a request is, a server knows better.
    public CaptureWindow underLoad() {
        return new CaptureWindow(
                0,
                OptionalInt.empty(),
                steps,
                delay,
                duration,
                maxBytes,
                Start.LOAD,
                false,
                byPhase);
    }

    /// Somebody says when it ends.
    public boolean byHand() {
        return start == Start.SIGNAL;
    }

    /// As the hook reads it.
    ObjectNode json() {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("warmup", warmup);
        limit(node, "requests", requests);
        limit(node, "steps", steps);
        node.put("delay", seconds(delay));
        duration.ifPresentOrElse(
                each -> node.put("duration", seconds(each)), () -> node.putNull("duration"));
        node.put("max_bytes", maxBytes);
        node.put("start", start.name().toLowerCase(Locale.ROOT));
        node.put("after", stopsProgram ? "stop" : "continue");
        return node;
    }

    /// With `capture.after=stop` the hook ends the program by TERM.
    public boolean ended(Ended ended) {
        return stopsProgram
                && switch (ended) {
                    case Ended.Signalled(int signal, _) -> signal == SIGTERM;
                    case Ended.Exited(int code, _) -> code == 128 + SIGTERM;
                    case Ended.TimedOut _, Ended.Interrupted _, Ended.NotStarted _ -> false;
                };
    }

    /// For a person, before anything starts.
    public String words() {
        List<String> parts = new ArrayList<>();
        if (!delay.isZero()) {
            parts.add("after " + EndedWords.of(delay));
        }
        if (start == Start.LOAD) {
            parts.add("in the middle of the load");
            steps.ifPresent(most -> parts.add("at most " + counted(most, "step")));
        } else if (byHand()) {
            parts.add("from SIGUSR2 or `llmprof capture start RUN` to the next or `stop`");
        } else {
            parts.add(
                    (warmup == 0
                                    ? "from the first request"
                                    : counted(warmup, "request") + " to warm up")
                            + ", then "
                            + (requests.isPresent()
                                    ? counted(requests.getAsInt(), "request")
                                    : "all that follow"));
            steps.ifPresent(most -> parts.add("at most " + counted(most, "step")));
        }
        duration.ifPresent(most -> parts.add("at most " + EndedWords.of(most)));
        parts.add("at most " + maxBytes / 1_000_000 + " MB of memory");
        parts.add(stopsProgram ? "then the program is ended" : "then the program runs on");
        return "records " + String.join(", ", parts);
    }

    private static String counted(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }

    private static void limit(ObjectNode node, String key, OptionalInt value) {
        if (value.isPresent()) {
            node.put(key, value.getAsInt());
        } else {
            node.putNull(key);
        }
    }
}
