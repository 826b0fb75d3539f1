package dev.llmprof.study.perfetto;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.analysis.rank.Ranks;
import dev.llmprof.pipeline.RunPaths;
import dev.llmprof.problem.Problem;
import dev.llmprof.trace.Rank;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Gathers the events of all captures on disk, beside the file that is asked for, and joins them in
/// it once all clocks are known. The file appears whole or not at all.
public final class PerfettoFile implements AutoCloseable {
    private final PerfettoAsked asked;
    private final Path scratch;
    private final Tracks tracks = new Tracks();
    private final List<SpooledCapture> spools = new ArrayList<>();
    private final Thread whenInterrupted;

    private PerfettoFile(PerfettoAsked asked, Path scratch) {
        this.asked = asked;
        this.scratch = scratch;
        this.whenInterrupted = new Thread(() -> RunPaths.remove(scratch));
        Runtime.getRuntime().addShutdownHook(whenInterrupted);
    }

    public static PerfettoFile at(PerfettoAsked asked) throws IOException {
        asked.check();
        Path folder = asked.file().resolveSibling("");
        Files.createDirectories(folder);
        var file = new PerfettoFile(asked, Files.createTempDirectory(folder, ".unfinished"));
        file.run();
        return file;
    }

    private void run() throws IOException {
        EventSpool out = spool();
        var events = new RunEvents(tracks, out);
        events.stages(asked.conditions());
        for (var load : asked.loads()) {
            events.load(load);
        }
        events.conditions(asked.conditions());
        keep(SpooledCapture.ofWallClock(out));
    }

    private EventSpool spool() throws IOException {
        return new EventSpool(scratch.resolve("events-" + spools.size()));
    }

    private void keep(SpooledCapture spooled) throws IOException {
        spooled.events().close();
        if (!spooled.events().isEmpty()) {
            spools.add(spooled);
        }
    }

    /// Takes the events of a trace while they are there.
    public void add(NestedTrace nested, Capture capture) throws IOException {
        EventSpool out = spool();
        CaptureEvents.write(nested, capture, label(capture), tracks, out);
        keep(new SpooledCapture(capture.origin().source(), capture.origin().facts(), out));
    }

    private static String label(Capture capture) {
        String source = capture.origin().source().replace('\\', '/');
        String name = source.substring(source.lastIndexOf('/') + 1);
        return capture.origin().rank().map(Rank::rank).map(rank -> "rank " + rank + ", ").orElse("")
                + name;
    }

    /// Joins all that was added.
    public void write(Optional<Ranks> ranks) throws IOException {
        if (spools.isEmpty()) {
            throw new Problem(
                            "nothing that was read has a time line to draw",
                            "--perfetto " + asked.file(),
                            "give a PyTorch trace or a report of nsys, or leave --perfetto out")
                    .found();
        }
        Path whole = scratch.resolve("trace");
        try (var out = new TraceOutput(whole, asked.isPacked())) {
            out.write(tracks.names(), spools, JoinedClock.of(spools, ranks));
        }
        Files.move(
                whole,
                asked.file(),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void close() throws IOException {
        for (SpooledCapture spool : spools) {
            spool.events().close();
        }
        Runtime.getRuntime().removeShutdownHook(whenInterrupted);
        RunPaths.remove(scratch);
    }
}
