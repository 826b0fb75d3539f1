package dev.llmprof.host;

import dev.llmprof.process.Command;
import dev.llmprof.process.Ended;
import dev.llmprof.process.Processes;
import dev.llmprof.process.Processes.Limits;
import dev.llmprof.tool.Nsys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// The installed nsys on what an nsys recorded: a raw stream becomes a report, a report an SQLite
/// export, an export a summary. Each gives back how nsys ended where the file was not made; the log
/// then says more. One that hangs is started once more: `least` is what the smallest file is given.
public record NsysExporter(Processes processes, Duration least) {
    private static final Duration LEAST = Duration.ofMinutes(2);
    private static final long BYTES_PER_SECOND = 2_000_000;

    public NsysExporter(Processes processes) {
        this(processes, LEAST);
    }

    /// The importer's exit code says little: the file decides, unless it was ended while it wrote.
    /// It writes into the stream as well.
    public Optional<Ended> importStream(Path importer, Path stream, Path report, Path log) {
        Ended ended = run(Nsys.importStream(importer, stream, report), stream, log);
        boolean whole = ended instanceof Ended.Exited;
        if (!whole) {
            remove(report);
        }
        return failed(ended, whole && Files.exists(report), log);
    }

    public Optional<Ended> export(Path report, Path sqlite, Path log) {
        Ended ended = run(Nsys.export(report, sqlite), report, log);
        boolean well = ended instanceof Ended.Exited(int code, _) && code == 0;
        return failed(ended, well && Files.exists(sqlite), log);
    }

    /// Only what it wrote counts.
    public void summarise(String reportName, Path output, Path sqlite, Path log) {
        run(Nsys.stats(reportName, output, sqlite), sqlite, log);
    }

    private Ended run(Command command, Path input, Path log) {
        Limits limits = Limits.of(deadline(input)).finishing();
        Ended ended = processes.run(command, log, limits);
        return ended instanceof Ended.TimedOut ? processes.run(command, log, limits) : ended;
    }

    /// nsys reads fifty times as much in a second on a machine that has nothing else to do.
    private Duration deadline(Path input) {
        try {
            return least.plusSeconds(Files.size(input) / BYTES_PER_SECOND);
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + input, e);
        }
    }

    private static Optional<Ended> failed(Ended ended, boolean made, Path log) {
        if (!made) {
            return Optional.of(ended);
        }
        remove(log);
        return Optional.empty();
    }

    private static void remove(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException("removing " + file, e);
        }
    }
}
