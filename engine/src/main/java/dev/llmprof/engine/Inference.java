package dev.llmprof.engine;

import dev.llmprof.engine.model.Model;
import dev.llmprof.engine.model.Session;
import dev.llmprof.engine.profile.Kineto;
import dev.llmprof.engine.profile.Marks;
import dev.llmprof.engine.profile.Nvtx;
import dev.llmprof.engine.profile.Ranges;
import dev.llmprof.engine.profile.Recording;
import dev.llmprof.problem.Problem;
import dev.llmprof.workload.WorkloadSettings;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// The workload itself: warm-up, then every item on the clock, with the window between them.
final class Inference {
    private static final String WINDOW = "window";

    private final WorkloadSettings settings;
    private final Computer computer;
    private final Model model;
    private final Optional<Nvtx> nvtx;
    private final Results results;
    private final ModelRequests requests;
    private final PrintStream log;
    private final BooleanSupplier stopped;

    Inference(
            WorkloadSettings settings,
            Computer computer,
            Model model,
            Optional<Nvtx> nvtx,
            Results results,
            PrintStream log,
            BooleanSupplier stopped) {
        this.settings = settings;
        this.computer = computer;
        this.model = model;
        this.nvtx = nvtx;
        this.results = results;
        this.requests = new ModelRequests(settings, model, results);
        this.log = log;
        this.stopped = stopped;
    }

    /// How much of an answer is made.
    private record Part(int newTokens, BooleanSupplier ended) {}

    private Part whole() {
        return new Part(settings.infer().maxNewTokens(), stopped);
    }

    void run(List<Path> files) throws IOException {
        List<List<Path>> epochs = Sampling.of(settings.dataset().sampling()).epochs(files);
        int total = epochs.stream().mapToInt(List::size).sum();
        int before = settings.window().map(WorkloadSettings.Window::warmup).orElse(0);
        Optional<Kineto.Options> profiled = settings.profiler().map(this::options);
        warmUp(files.getFirst());
        runAll(epochs, Math.min(before, total), profiled);
        again(epochs.getFirst().getFirst(), total);
    }

    /// The window opens after so many of them, or after the last.
    private void runAll(List<List<Path>> epochs, int before, Optional<Kineto.Options> profiled)
            throws IOException {
        int total = epochs.stream().mapToInt(List::size).sum();
        int done = 0;
        var outputs = new Outputs(settings, model);
        for (int epoch = 0; epoch < epochs.size(); epoch++) {
            for (Path file : epochs.get(epoch)) {
                if (done == before) {
                    window(epochs.getFirst().getFirst(), total, profiled);
                }
                if (stopped.getAsBoolean()) {
                    return;
                }
                ItemResult item = item(epoch, file, requests.prepared(file), marks(false), whole());
                results.add(item);
                outputs.write(item);
                say(++done, total, item);
            }
        }
        if (done == before) {
            window(epochs.getFirst().getFirst(), total, profiled);
        }
    }

    /// A median needs more requests than a short list of files has; no answer is kept of these.
    private void again(Path file, int done) {
        int wanted = settings.profiler().map(WorkloadSettings.Profiler::timed).orElse(0);
        for (int timed = done; timed < wanted && !stopped.getAsBoolean(); timed++) {
            ItemResult item = item(0, file, requests.prepared(file), marks(false), whole());
            results.add(item);
            say(timed + 1, wanted, item);
        }
    }

    /// Ranges stay unseen by nsys here: a gate must open on the real thing.
    private void warmUp(Path first) {
        WorkloadSettings.Warmup warmup = settings.warmup();
        if (warmup.rounds() == 0) {
            if (settings.window().filter(window -> window.warmup() == 0).isEmpty()) {
                results.firstIsCold();
            }
            return;
        }
        Model.Prepared prepared =
                warmup.synthetic() ? requests.synthetic() : requests.prepared(first);
        var session = new Session(model, Ranges.NONE, stopped);
        for (int round = 0; round < warmup.rounds() && !stopped.getAsBoolean(); round++) {
            session.run(prepared, requests.limits(prepared, ModelRequests.WARMUP_TOKENS));
            computer.synchronise();
        }
        log.println(
                String.format(
                        Locale.ROOT,
                        "warm-up: %d rounds on %s",
                        warmup.rounds(),
                        warmup.synthetic() ? "synthetic input" : first.getFileName()));
    }

    private void window(Path file, int inputs, Optional<Kineto.Options> profiled)
            throws IOException {
        if (settings.window().isEmpty() || stopped.getAsBoolean()) {
            return;
        }
        var limits =
                new WindowLimits(settings.window().get(), inputs, ProcessMemory::anonymousBytes);
        Model.Prepared prepared = requests.prepared(file);
        if (profiled.isEmpty()) {
            // Under nsys or ncu it is as much recorded as in a trace of our own.
            record(file, prepared, limits, false).forEach(results::profiled);
            return;
        }
        new Recording(profiled.get())
                .around(
                        settings.profiler().orElseThrow().trace(),
                        () -> record(file, prepared, limits, true))
                .forEach(results::profiled);
        results.note(limits.words(settings.infer().maxNewTokens()));
    }

    private List<ItemResult> record(
            Path file, Model.Prepared prepared, WindowLimits limits, boolean traced) {
        List<ItemResult> recorded = new ArrayList<>();
        BooleanSupplier ended = () -> stopped.getAsBoolean() || (traced && limits.full());
        Marks window = marks(false);
        window.open(WINDOW);
        try {
            while (limits.goesOn() && !stopped.getAsBoolean()) {
                var part = new Part(limits.passes(settings.infer().maxNewTokens()), ended);
                ItemResult item = item(0, file, prepared, marks(traced), part);
                recorded.add(item);
                limits.recorded(item.tokens().size());
            }
        } finally {
            window.close();
        }
        recorded.forEach(item -> log.println("recorded " + taken(item)));
        return recorded;
    }

    /// What can be recorded of what was asked; the rest is refused or noted.
    private Kineto.Options options(WorkloadSettings.Profiler profiler) {
        boolean cpu = profiler.activities().contains("cpu");
        boolean cuda = profiler.activities().contains("cuda");
        if (!computer.isCuda() && !cpu) {
            throw new Problem(
                            "activities has no cpu, and the model runs on the CPU: nothing to"
                                    + " record",
                            "pipeline.torch_profiler.activities",
                            "pipeline.torch_profiler.activities=[cpu]")
                    .found();
        }
        if (!computer.isCuda() && cuda) {
            results.note("activity cuda was left out: the model runs on the CPU");
        }
        if (profiler.withStack()) {
            results.note("with_stack was left out: the engine has no Python frames to show");
        }
        return new Kineto.Options(
                cpu, cuda && computer.isCuda(), profiler.recordShapes(), profiler.profileMemory());
    }

    private ItemResult item(int epoch, Path file, Model.Prepared prepared, Marks marks, Part part) {
        var session = new Session(model, marks, part.ended());
        Instant began = Instant.now();
        Session.Generated generated =
                session.run(prepared, requests.limits(prepared, part.newTokens()));
        return ItemResult.of(epoch, file, began, generated, marks);
    }

    private Marks marks(boolean traced) {
        return new Marks(nvtx, traced, computer::synchronise);
    }

    private void say(int done, int total, ItemResult item) {
        log.println(
                String.format(
                        Locale.ROOT,
                        "%d/%d %s, %.1f tokens/s",
                        done,
                        total,
                        taken(item),
                        item.tokensPerSecond()));
    }

    private static String taken(ItemResult item) {
        return String.format(
                Locale.ROOT,
                "%s: prefill %.1f ms, decode %.1f ms, %d tokens",
                item.file().getFileName(),
                ItemResult.millis(item.prefillNanos()),
                ItemResult.millis(item.decodeNanos()),
                item.tokens().size());
    }
}
