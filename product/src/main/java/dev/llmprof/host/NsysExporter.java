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
/// export. Each gives back how nsys ended where the file was not made; the log then says more.
public record NsysExporter(Processes processes) {
    private static final Duration DEADLINE = Duration.ofMinutes(30);

    /// The importer's exit code says little: the file decides.
    public Optional<Ended> importStream(Path importer, Path stream, Path report, Path log) {
        Ended ended = run(Nsys.importStream(importer, stream, report), log);
        return failed(ended, Files.exists(report), log);
    }

    public Optional<Ended> export(Path report, Path sqlite, Path log) {
        Ended ended = run(Nsys.export(report, sqlite), log);
        boolean well = ended instanceof Ended.Exited(int code, _) && code == 0;
        return failed(ended, well && Files.exists(sqlite), log);
    }

    private Ended run(Command command, Path log) {
        return processes.run(command, log, Limits.of(DEADLINE).finishing());
    }

    private static Optional<Ended> failed(Ended ended, boolean made, Path log) {
        if (!made) {
            return Optional.of(ended);
        }
        try {
            Files.deleteIfExists(log);
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("removing " + log, e);
        }
    }
}
