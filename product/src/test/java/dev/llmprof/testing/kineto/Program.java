package dev.llmprof.testing.kineto;

import dev.llmprof.testing.kineto.GpuEvent.Work;
import dev.llmprof.testing.kineto.HostEvent.Kind;
import dev.llmprof.testing.kineto.HostEvent.Phase;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/// A program under the profiler, told in the order in which it runs: what stands in the body of a
/// range, an operator or a module happens within it. A clock for each thread and each stream runs
/// along; its seed decides how long the host takes, so the same words give the same times.
public final class Program {
    static final String MODULE = "nn.Module: ";

    private static final long FIRST_NANOS = 4_909_733_314_000_000L;
    private static final long SLOW_CALL_NANOS = 70_000;
    private static final int ONE_IN = 24;

    private final Dialect dialect;
    private final Random random;
    private final List<HostEvent> host = new ArrayList<>();
    private final List<GpuEvent> gpu = new ArrayList<>();
    private final Map<Long, Worker> workers = new HashMap<>();
    private final Map<Lane, Long> freeNanos = new HashMap<>();
    private Worker worker = new Worker(FIRST_NANOS);
    private long thread = 4_711;
    private long nextId = 1_000;
    private long nextNode = 1;
    private Optional<List<Graph.Node>> captured = Optional.empty();
    private Optional<Recording.Rank> rank = Optional.empty();

    public Program(Dialect dialect, long seed) {
        this.dialect = dialect;
        this.random = new Random(seed);
        workers.put(thread, worker);
    }

    /// Where a thread is: its time and what is open on it, outermost first.
    private static final class Worker {
        private long nanos;
        private final List<Integer> open = new ArrayList<>();
        private final List<Integer> frames = new ArrayList<>();
        private Phase phase = Phase.OUTSIDE;

        Worker(long nanos) {
            this.nanos = nanos;
        }
    }

    public Recording recorded() {
        return new Recording(dialect, host, gpu, rank);
    }

    /// The process is one of several.
    public void rank(int number, int of) {
        rank = Optional.of(new Recording.Rank(number, of));
    }

    public void operator(String name, String shapes, Runnable body) {
        within(event(Kind.OPERATOR, name, ++nextId, shapes), worker.open, body);
    }

    public void range(String name, Runnable body) {
        within(event(Kind.RANGE, name, ++nextId, ""), worker.open, body);
    }

    /// A range that a serving engine or a user opens around one step of a phase.
    public void step(String name, String style, String phase, Runnable body) {
        Phase around = worker.phase;
        Worker on = worker;
        on.phase = new Phase(phase, style, true);
        HostEvent step = event(Kind.RANGE, name, ++nextId, "");
        on.phase = step.phase().within();
        within(step, on.open, body);
        on.phase = around;
    }

    /// A frame of the Python stack that is a module, `LlamaMLP_3`.
    public void module(String name, Runnable body) {
        frame(MODULE + name, body);
    }

    /// The profiler of 2021 has no frames.
    public void frame(String name, Runnable body) {
        if (dialect.old()) {
            body.run();
        } else {
            within(event(Kind.FRAME, name, 0, ""), worker.frames, body);
        }
    }

    /// What follows in the body happens on another thread, from now on.
    public void thread(long number, Runnable body) {
        Worker here = worker;
        long from = thread;
        worker = workers.computeIfAbsent(number, _ -> new Worker(here.nanos));
        worker.nanos = Math.max(worker.nanos, here.nanos);
        thread = number;
        body.run();
        worker = here;
        thread = from;
    }

    /// The host does nothing that anyone sees.
    public void pause(long nanos) {
        worker.nanos += dialect.grainNanos() * Math.ceilDiv(nanos, dialect.grainNanos());
    }

    public void launch(Work work) {
        String name =
                switch (work.kind()) {
                    case KERNEL -> "LaunchKernel";
                    case COPY -> "MemcpyAsync";
                    case SET -> "MemsetAsync";
                };
        launch(Kind.RUNTIME_CALL, dialect.call(name), work);
    }

    /// Launched past the runtime, as Triton does.
    public void launchByDriver(Work work) {
        launch(Kind.DRIVER_CALL, "cuLaunchKernel", work);
    }

    /// Seen on the GPU although its call was not: it lies before the recording or was dropped.
    public void unseenLaunch(Work work) {
        run(work, HostEvent.NONE, ++nextId, operatorId(), 0);
    }

    /// A call that launches nothing.
    public void call(String what) {
        close(open(called(Kind.RUNTIME_CALL, dialect.call(what), "")), took(300, 3_000));
    }

    /// Waits until every stream is done.
    public void synchronise() {
        int call = open(called(Kind.RUNTIME_CALL, dialect.call("DeviceSynchronize"), ""));
        long done = freeNanos.values().stream().mapToLong(Long::longValue).max().orElse(0);
        close(call, Math.max(0, done - worker.nanos) + took(1_000, 4_000));
    }

    /// Nothing runs in the body: what it launches becomes the nodes of a graph.
    public Graph capture(Runnable body) {
        call("StreamBeginCapture");
        List<Graph.Node> nodes = new ArrayList<>();
        captured = Optional.of(nodes);
        body.run();
        captured = Optional.empty();
        call("StreamEndCapture");
        call("GraphInstantiate");
        return new Graph(nodes);
    }

    /// One call, and every node of the graph runs.
    public void replay(Graph graph) {
        int call = open(called(Kind.RUNTIME_CALL, dialect.call("GraphLaunch"), ""));
        close(call, took(9_000, 40_000));
        for (Graph.Node node : graph.nodes()) {
            long nanos = node.work().nanos();
            Work work = node.work().lasting(nanos + took(0, 1 + nanos / 8));
            run(work, call, host.get(call).correlation(), 0, nextNode++);
        }
    }

    private void launch(Kind kind, String name, Work work) {
        boolean named = dialect.namesLaunchedKernels() && work.kind() == GpuEvent.Kind.KERNEL;
        int call = open(called(kind, name, named ? work.name() : ""));
        boolean slow = random.nextInt(ONE_IN) == 0;
        close(call, slow ? SLOW_CALL_NANOS : took(2_000, 12_000));
        captured.ifPresentOrElse(
                nodes -> nodes.add(node(work, call)),
                () -> run(work, call, host.get(call).correlation(), operatorId(), 0));
    }

    private Graph.Node node(Work work, int call) {
        int operator = innermostOperator();
        String module =
                worker.frames.reversed().stream()
                        .map(frame -> host.get(frame).name())
                        .filter(name -> name.startsWith(MODULE))
                        .findFirst()
                        .orElse("");
        int asking = operator == HostEvent.NONE ? call : operator;
        return new Graph.Node(work, host.get(asking).name(), module);
    }

    /// Starts when its stream is free and the call has reached the GPU, which is a little after the
    /// call began and not always after it ended.
    private void run(Work work, int call, long correlation, long externalId, long node) {
        long asked = call == HostEvent.NONE ? worker.nanos : host.get(call).startNanos();
        long late = random.nextInt(ONE_IN) == 0 ? 180_000 : 0;
        long free = freeNanos.getOrDefault(work.lane(), 0L);
        long start = Math.max(asked + took(1_500, 9_000) + late, free + took(0, 2_000));
        long grain = dialect.grainNanos();
        long end = start + Math.ceilDiv(work.nanos(), grain) * grain;
        freeNanos.put(work.lane(), end);
        gpu.add(
                new GpuEvent(
                        work,
                        start,
                        end,
                        call,
                        innermostOperator(),
                        correlation,
                        externalId,
                        node));
    }

    private HostEvent event(Kind kind, String name, long externalId, String shapes) {
        return event(kind, name, externalId, shapes, 0, "");
    }

    private HostEvent called(Kind kind, String name, String kernel) {
        return event(kind, name, operatorId(), "", ++nextId, kernel);
    }

    private HostEvent event(
            Kind kind,
            String name,
            long externalId,
            String shapes,
            long correlation,
            String kernel) {
        int parent = last(worker.open);
        int frame = last(worker.frames);
        worker.nanos += took(400, 2_500);
        return new HostEvent(
                kind,
                name,
                thread,
                worker.nanos,
                worker.nanos,
                parent,
                frame,
                worker.phase,
                externalId,
                correlation,
                shapes,
                kernel);
    }

    private void within(HostEvent event, List<Integer> opened, Runnable body) {
        int at = open(event);
        opened.add(at);
        body.run();
        opened.removeLast();
        close(at, took(400, 2_500));
    }

    private int open(HostEvent event) {
        host.add(event);
        return host.size() - 1;
    }

    private void close(int at, long lastNanos) {
        worker.nanos += lastNanos;
        host.set(at, host.get(at).ending(worker.nanos));
    }

    private long operatorId() {
        int operator = innermostOperator();
        return operator == HostEvent.NONE ? 0 : host.get(operator).externalId();
    }

    private int innermostOperator() {
        return worker.open.reversed().stream()
                .filter(at -> host.get(at).kind() == Kind.OPERATOR)
                .findFirst()
                .orElse(HostEvent.NONE);
    }

    private static int last(List<Integer> opened) {
        return opened.isEmpty() ? HostEvent.NONE : opened.getLast();
    }

    /// At least one grain, so that no two boundaries of a thread fall together.
    private long took(long from, long to) {
        return Math.max(1, random.nextLong(from, to) / dialect.grainNanos()) * dialect.grainNanos();
    }
}
