package dev.llmprof.load;

import dev.llmprof.served.LoadFacts;
import dev.llmprof.served.RequestFailure;
import dev.llmprof.served.ServedRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import javax.net.ssl.SSLSocketFactory;

/// Loads a server: in a closed loop so many streams at once, in an open loop requests when they are
/// due. Each stream is a virtual thread that waits; one thread reads what comes to all of them.
public final class LoadGenerator implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final int FEWEST_SILENT = 8;

    private final LoadSettings settings;
    private final Target target;
    private final BooleanSupplier stopped;
    private final Connections connections;
    private final Prompts prompts;
    private final boolean ignoresEnd;
    private final AtomicInteger silent = new AtomicInteger();

    /// `stopped` turns true when nobody wants the load any more, or the server has ended.
    public LoadGenerator(LoadSettings settings, Target target, BooleanSupplier stopped) {
        this(
                settings,
                target,
                stopped,
                new Connections(target.url(), (SSLSocketFactory) SSLSocketFactory.getDefault()),
                new Prompts(settings.prompts(), settings.seed()),
                settings.ignoresEnd());
    }

    private LoadGenerator(
            LoadSettings settings,
            Target target,
            BooleanSupplier stopped,
            Connections connections,
            Prompts prompts,
            boolean ignoresEnd) {
        this.settings = settings;
        this.target = target;
        this.stopped = stopped;
        this.connections = connections;
        this.prompts = prompts;
        this.ignoresEnd = ignoresEnd;
    }

    /// A warmed up server, what was learned of it, and the load that is made for it.
    public record Warm(LoadGenerator load, List<ServedRequest> requests, List<String> notes) {}

    /// One request to learn from, then the others at once. A server that knows no `ignore_eos` is
    /// not asked for it.
    public Warm warmUp() {
        if (settings.warmup() == 0) {
            return new Warm(this, List.of(), List.of());
        }
        BlockingQueue<ServedRequest> answers = new LinkedBlockingQueue<>();
        ServedRequest first = warmup(0);
        boolean refused = ignoresEnd && first.failure().filter(LoadGenerator::names).isPresent();
        LoadGenerator told = refused ? with(prompts, false) : this;
        answers.add(refused ? told.warmup(0) : first);
        var next = new AtomicInteger(1);
        told.inStreams(
                settings.warmupStreams(),
                () -> {
                    for (int number = next.getAndIncrement();
                            number < settings.warmup() && !stopped.getAsBoolean() && !told.silent();
                            number = next.getAndIncrement()) {
                        answers.add(told.heard(told.warmup(number)));
                    }
                });
        silent.set(0);
        return new Warm(
                told.with(told.calibrated(answers), told.ignoresEnd),
                List.copyOf(answers),
                refused
                        ? List.of(
                                "the server does not support `ignore_eos`: answers may end before"
                                        + " infer.max_new_tokens")
                        : List.of());
    }

    private LoadGenerator with(Prompts other, boolean ignores) {
        return new LoadGenerator(settings, target, stopped, connections, other, ignores);
    }

    private static boolean names(RequestFailure failure) {
        return failure.kind() == RequestFailure.Kind.STATUS
                && failure.text().contains(RequestBody.IGNORE_EOS);
    }

    private ServedRequest warmup(int number) {
        long begin = System.nanoTime();
        var client = client(new LoadCount("", begin), begin);
        return client.send(call(prompts.warmup(number), number, OptionalLong.empty()));
    }

    /// The tokens that the server made of a word, with those of its chat template.
    private Prompts calibrated(Iterable<ServedRequest> answers) {
        double tokens = 0;
        double words = 0;
        for (ServedRequest each : answers) {
            if (each.promptTokens().isPresent()
                    && prompts.warmup(each.number()).content()
                            instanceof Prompt.Content.Text text) {
                tokens += each.promptTokens().getAsLong();
                words += text.text().split(" ", -1).length;
            }
        }
        return words == 0 ? prompts : prompts.calibrated(tokens / words);
    }

    private StreamingClient.Call call(Prompt prompt, int number, OptionalLong due) {
        return new StreamingClient.Call(
                number,
                due,
                RequestBody.of(target, prompt, settings.newTokens(), ignoresEnd),
                prompt.newTokens().orElse(settings.newTokens()));
    }

    public LoadFacts facts(long beganEpochNanos, String engine) {
        return new LoadFacts(
                beganEpochNanos,
                target.url().toString(),
                engine,
                target.model(),
                settings.words(),
                settings.arrival().isOpen(),
                settings.goals());
    }

    /// Makes all requests, each heard as it ends; times count from `beganNanos` of the system's
    /// clock. Why it ended early, where it did.
    public Optional<String> run(
            long beganNanos, LoadCount count, Consumer<ServedRequest> listener) {
        StreamingClient client = client(count, beganNanos);
        switch (settings.arrival()) {
            case Arrival.ClosedLoop(int concurrency) ->
                    closed(client, concurrency, beganNanos, listener);
            case Arrival.OpenLoop _, Arrival.Replay _ -> open(client, beganNanos, listener);
        }
        if (silent()) {
            return Optional.of(
                    "the server stopped answering: " + silent.get() + " requests in a row");
        }
        return stopped.getAsBoolean() ? Optional.of("it was stopped") : Optional.empty();
    }

    /// Counts this load from now on.
    public LoadCount count() {
        boolean known = settings.duration().isEmpty() && settings.requests().isPresent();
        return new LoadCount(
                known ? " of " + settings.requests().getAsInt() : "", System.nanoTime());
    }

    private StreamingClient client(LoadCount count, long beganNanos) {
        return new StreamingClient(
                connections,
                target,
                settings.timeout(),
                count,
                () -> System.nanoTime() - beganNanos);
    }

    private void closed(
            StreamingClient client, int streams, long began, Consumer<ServedRequest> listener) {
        var next = new AtomicInteger();
        inStreams(
                streams,
                () -> {
                    while (!over(System.nanoTime() - began)) {
                        int number = next.getAndIncrement();
                        if (settings.duration().isEmpty()
                                && number >= settings.requests().orElse(Integer.MAX_VALUE)) {
                            return;
                        }
                        var call = call(prompts.of(number), number, OptionalLong.empty());
                        listener.accept(heard(client.send(call)));
                    }
                });
    }

    private void open(StreamingClient client, long began, Consumer<ServedRequest> listener) {
        var due = new DueTimes(settings.arrival(), settings.seed());
        try (ExecutorService streams = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int number = 0; ; number++) {
                OptionalLong at = due.next();
                if (at.isEmpty() || isLast(number, at.getAsLong())) {
                    break;
                }
                // Made before it is due.
                var call = call(prompts.of(number), number, at);
                if (!reached(began, at)) {
                    break;
                }
                streams.execute(() -> listener.accept(heard(client.send(call))));
            }
            finish(streams);
        }
    }

    private boolean isLast(int number, long due) {
        boolean replay = settings.arrival() instanceof Arrival.Replay;
        OptionalInt most = replay ? OptionalInt.empty() : settings.requests();
        return settings.duration().isPresent()
                ? due >= settings.duration().get().toNanos()
                : number >= most.orElse(Integer.MAX_VALUE);
    }

    /// Waits for its time; false where the load has ended meanwhile.
    private boolean reached(long began, OptionalLong due) {
        while (!over(0)) {
            long left = due.getAsLong() - (System.nanoTime() - began);
            if (left <= 0) {
                return true;
            }
            try {
                TimeUnit.NANOSECONDS.sleep(Math.min(left, LOOK.toNanos()));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return false;
    }

    private boolean over(long elapsed) {
        return stopped.getAsBoolean()
                || silent()
                || Thread.currentThread().isInterrupted()
                || settings.duration().filter(time -> elapsed >= time.toNanos()).isPresent();
    }

    private ServedRequest heard(ServedRequest request) {
        if (request.answered()) {
            silent.set(0);
        } else if (request.failure().filter(RequestFailure::silent).isPresent()) {
            silent.incrementAndGet();
        }
        return request;
    }

    /// A server that has not answered so often in a row will not: its load is given up.
    private boolean silent() {
        int streams =
                settings.arrival() instanceof Arrival.ClosedLoop(int concurrency) ? concurrency : 1;
        return silent.get() >= Math.max(FEWEST_SILENT, 2 * streams);
    }

    private void inStreams(int count, Runnable stream) {
        try (ExecutorService streams = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int each = 0; each < count; each++) {
                streams.execute(stream);
            }
            finish(streams);
        }
    }

    /// Waits for what is under way, each of which has its own deadline, unless it is stopped.
    private void finish(ExecutorService streams) {
        streams.shutdown();
        try {
            while (!streams.awaitTermination(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
                if (stopped.getAsBoolean() || silent()) {
                    streams.shutdownNow();
                }
            }
        } catch (InterruptedException e) {
            streams.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        connections.close();
    }
}
