package dev.llmprof.stage.server;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.problem.Problem;
import dev.llmprof.stage.workload.CaptureWindow;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// The engine's own profiler, by `/start_profile` and `/stop_profile` of vLLM and SGLang. SGLang is
/// told where to write and after how many steps to stop; vLLM was told when it was started.
final class EndpointProfiler implements ServerProfiler {
    private static final String START = "/start_profile";
    private static final String STOP = "/stop_profile";
    private static final Duration ANSWER = Duration.ofSeconds(30);
    private static final Duration USUAL = Duration.ofSeconds(2);

    private final ServerPages pages;
    private final FoundEngine engine;
    private final Path traces;
    private final Path directory;
    private final CaptureWindow window;
    private final BooleanSupplier hurried;
    private final TraceArrival arrival;

    EndpointProfiler(
            ServerPages pages,
            FoundEngine engine,
            Path traces,
            Path directory,
            CaptureWindow window,
            BooleanSupplier hurried) {
        this.pages = pages;
        this.engine = engine;
        this.traces = traces;
        this.directory = directory;
        this.window = window;
        this.hurried = hurried;
        this.arrival = new TraceArrival(traces);
    }

    private boolean stopsItself() {
        return engine.kind() == FoundEngine.Kind.SGLANG && window.steps().isPresent();
    }

    @Override
    public Optional<Problem> open() {
        Optional<ServerPages.Page> page = pages.post(START, order(), ANSWER);
        return page.filter(each -> each.status() == 200).isPresent()
                ? Optional.empty()
                : Optional.of(refused(page));
    }

    private String order() {
        ObjectNode order = JsonNodeFactory.instance.objectNode();
        if (engine.kind() == FoundEngine.Kind.SGLANG) {
            order.put("output_dir", traces.toAbsolutePath().toString());
            window.steps().ifPresent(steps -> order.put("num_steps", steps));
            order.putArray("activities").add("CPU").add("GPU");
            order.put("record_shapes", true);
            order.put("profile_by_stage", window.byPhase());
        }
        return order.toString();
    }

    private Problem refused(Optional<ServerPages.Page> page) {
        String how =
                page.map(each -> "status " + each.status() + " " + each.text().strip())
                        .orElse("no answer within " + ANSWER.toSeconds() + " s");
        return new Problem(
                "the server did not begin to profile: " + how,
                START,
                engine.kind() == FoundEngine.Kind.VLLM
                        ? "start vLLM with --profiler-config.profiler=torch"
                                + " --profiler-config.torch_profiler_dir=DIR"
                        : "see the server's log");
    }

    @Override
    public Duration length() {
        // One that counts its steps itself is given time for them.
        return window.duration().orElse(stopsItself() ? ANSWER : USUAL);
    }

    @Override
    public List<Problem> close(Duration patience) {
        List<Problem> problems = new ArrayList<>();
        Duration longest = hurried.getAsBoolean() ? ANSWER.dividedBy(3) : patience;
        Optional<ServerPages.Page> page = pages.post(STOP, "{}", longest);
        // SGLang refuses to stop what has stopped after its steps.
        if (!stopsItself() && page.filter(each -> each.status() == 200).isEmpty()) {
            problems.add(
                    new Problem(
                            "the server did not say that it stopped profiling: "
                                    + page.map(each -> "status " + each.status())
                                            .orElse("no answer"),
                            STOP,
                            "see the server's log"));
        }
        TraceArrival.Arrived arrived = arrival.await(longest, hurried);
        TraceArrival.collect(arrived.whole(), directory);
        arrived.broken()
                .forEach(file ->
                        problems.add(
                                new Problem(
                                        "a trace is not whole and was left where it is",
                                        file.toString(),
                                        "raise pipeline.torch_profiler.timeout")));
        if (arrived.whole().isEmpty() && arrived.broken().isEmpty()) {
            problems.add(
                    new Problem(
                            "the server wrote no trace",
                            traces.toString(),
                            "workload.traces=DIR where the server's profiler writes to"));
        }
        return problems;
    }
}
