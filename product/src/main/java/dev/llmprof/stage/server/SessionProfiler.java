package dev.llmprof.stage.server;

import dev.llmprof.problem.Problem;
import dev.llmprof.process.Ended;
import dev.llmprof.process.Processes;
import dev.llmprof.stage.EndedWords;
import dev.llmprof.stage.workload.CaptureWindow;
import dev.llmprof.tool.NsysSession;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// nsys around a server of any kind, started and stopped from outside. It counts no steps: the
/// window has a length.
record SessionProfiler(NsysSession session, Processes processes, CaptureWindow window)
        implements ServerProfiler {
    private static final Duration ANSWER = Duration.ofSeconds(30);
    private static final Duration USUAL = Duration.ofSeconds(2);

    @Override
    public Optional<Problem> open() {
        return failed("nsys did not begin to record", processes.ask(session.start(), ANSWER));
    }

    @Override
    public Duration length() {
        return window.duration().orElse(USUAL);
    }

    @Override
    public List<Problem> close(Duration patience) {
        Duration longest = patience.compareTo(ANSWER) < 0 ? ANSWER : patience;
        return failed("nsys did not stop to record", processes.ask(session.stop(), longest))
                .map(List::of)
                .orElse(List.of());
    }

    private static Optional<Problem> failed(String what, Processes.Answer answer) {
        if (answer.ended() instanceof Ended.Exited(int code, _) && code == 0) {
            return Optional.empty();
        }
        String said = (answer.errors() + answer.output()).strip();
        return Optional.of(
                new Problem(
                        what + ": " + EndedWords.of(answer.ended()),
                        said.isEmpty() ? "nsys" : said,
                        "see the server's log; pipeline.nsys.enable=false goes without"));
    }
}
