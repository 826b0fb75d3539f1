package dev.llmprof.study;

import dev.llmprof.problem.Problem;
import dev.llmprof.study.capture.CaptureTaker;
import dev.llmprof.study.capture.Input;
import dev.llmprof.study.capture.OpenCapture;
import dev.llmprof.study.capture.ReadingCores;
import dev.llmprof.trace.Trace;
import dev.llmprof.trace.ncu.NcuProfile;
import dev.llmprof.trace.nsys.NsysKernelSummary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;

/// Reads the next captures on all cores while one is analysed, where there are many and none is
/// large, as the traces of many ranks are. They are taken in the order of one thread.
final class AheadReading implements AutoCloseable {
    private static final int MANY = 8;

    /// A trace in memory takes less than that many times its text.
    private static final long MEMORY = 4;

    private static final long UNPACKED = 20;

    private final Optional<ReadingCores> cores;
    private final Map<Input, Begun> ahead = new HashMap<>();

    /// A capture that is being read.
    private record Begun(Future<List<Call>> calls) {}

    /// What a reader says, to be said again later.
    private interface Call {
        void on(CaptureTaker taker) throws IOException;
    }

    AheadReading(List<Input> inputs) {
        this.cores = isWorthIt(inputs) ? Optional.of(new ReadingCores()) : Optional.empty();
    }

    private static boolean isWorthIt(List<Input> inputs) {
        long room = Runtime.getRuntime().maxMemory() / ((2L + ReadingCores.count()) * MEMORY);
        return ReadingCores.count() > 1
                && inputs.size() >= MANY
                && inputs.stream().allMatch(input -> fits(input, room));
    }

    private static boolean fits(Input input, long room) {
        String name = input.path().toString();
        boolean plain = name.endsWith(".json");
        return (plain || name.endsWith(".json.gz"))
                && input.bytes() * (plain ? 1 : UNPACKED) < room;
    }

    /// Reads a capture; `next` are those that follow.
    void read(OpenCapture capture, List<Input> next, CaptureTaker taker) throws IOException {
        Input input = capture.input();
        if (cores.isEmpty()) {
            input.format().read(capture, taker);
            return;
        }
        Begun reading = begun(cores.get(), input);
        for (Input each : next) {
            begun(cores.get(), each);
        }
        ahead.remove(input);
        for (Call call : ReadingCores.taken(reading.calls())) {
            call.on(taker);
        }
        capture.progress().accept(input.bytes());
    }

    private Begun begun(ReadingCores threads, Input input) {
        return ahead.computeIfAbsent(input, each -> new Begun(threads.begin(() -> recorded(each))));
    }

    private static List<Call> recorded(Input input) throws IOException {
        List<Call> calls = new ArrayList<>();
        try {
            input.format().read(ReadingCores.unseen(input), new Recording(calls));
        } catch (Problem.Found found) {
            found.problems().forEach(problem -> calls.add(taker -> taker.problem(problem)));
        }
        return calls;
    }

    @Override
    public void close() {
        ahead.values().forEach(reading -> reading.calls().cancel(true));
        cores.ifPresent(ReadingCores::close);
    }

    private record Recording(List<Call> calls) implements CaptureTaker {
        @Override
        public void trace(Trace trace) {
            calls.add(taker -> taker.trace(trace));
        }

        @Override
        public void problem(Problem problem) {
            calls.add(taker -> taker.problem(problem));
        }

        @Override
        public void profile(String source, NcuProfile profile) {
            calls.add(taker -> taker.profile(source, profile));
        }

        @Override
        public void summary(String source, NsysKernelSummary summary) {
            calls.add(taker -> taker.summary(source, summary));
        }
    }
}
