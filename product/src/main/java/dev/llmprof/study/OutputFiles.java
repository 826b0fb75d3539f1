package dev.llmprof.study;

import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.cache.PassingFolder;
import dev.llmprof.pipeline.RunDirectory;
import dev.llmprof.pipeline.RunLock;
import dev.llmprof.pipeline.RunPaths;
import dev.llmprof.problem.Problem;
import dev.llmprof.report.table.TraceTables;
import dev.llmprof.study.capture.CaptureSet;
import dev.llmprof.study.table.Database;
import dev.llmprof.study.table.EventTables;
import dev.llmprof.study.table.NcuTables;
import dev.llmprof.study.table.TableFolder;
import dev.llmprof.table.parquet.ParquetFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/// The files of an analysis: result tables as CSV and Parquet, tables of events as Parquet. Written
/// beside and moved into place; what is only in between is taken away at the end.
public final class OutputFiles implements AutoCloseable {
    private final Path directory;
    private final Path scratch;
    private final boolean keep;
    private final boolean fresh;
    private final Optional<RunLock> lock;
    private final EventTables events;
    private final Thread whenInterrupted = new Thread(this::abandon);

    private OutputFiles(Path directory, boolean keep, boolean fresh, Optional<RunLock> lock)
            throws IOException {
        this.directory = directory;
        this.lock = lock;
        this.keep = keep;
        this.fresh = fresh;
        this.scratch = Files.createTempDirectory(directory, ".unfinished");
        this.events = new EventTables(scratch);
        Runtime.getRuntime().addShutdownHook(whenInterrupted);
    }

    /// Two analyses at once in one directory would mix their tables. `fresh` where it was made for
    /// this one.
    public static OutputFiles at(Path directory, boolean fresh) throws IOException {
        boolean made = fresh || !Files.exists(directory);
        create(directory);
        return new OutputFiles(directory, true, made, Optional.of(RunLock.take(directory)));
    }

    /// In a run's directory, which is locked by whoever works on the run.
    public static OutputFiles ofRun(Path directory) throws IOException {
        create(directory);
        return new OutputFiles(directory, true, false, Optional.empty());
    }

    private static void create(Path directory) {
        try {
            Files.createDirectories(directory);
        } catch (IOException refused) {
            throw new Problem("cannot write here", directory.toString(), "choose another --output")
                    .found();
        }
    }

    /// The directory, or the first of `-2`, `-3` … that does not exist yet; made, so that no other
    /// analysis takes it.
    public static Path free(Path directory) {
        return RunDirectory.create(directory, "choose another folder with --output");
    }

    public static OutputFiles temporary() throws IOException {
        return new OutputFiles(PassingFolder.create("tables"), false, true, Optional.empty());
    }

    /// Takes a trace's events into the tables.
    public void add(NestedTrace nested) throws IOException {
        events.add(nested);
    }

    /// Ends the tables of events and writes all there are.
    public void tables(CaptureSet found) throws IOException {
        events.close();
        var folder = new TableFolder(directory);
        for (ParquetFile table : events.all()) {
            folder.take(table.file());
        }
        folder.writeFilled(events.nsysSummaries());
        folder.remove(NcuTables.METRICS.name());
        for (ParquetFile table : NcuTables.write(scratch, found.profiles())) {
            folder.take(table.file());
        }
        folder.write(TraceTables.of(found.captures()));
        folder.writeFilled(TraceTables.joined(found.graphs(), found.ranks()));
    }

    /// Takes away the tables of an earlier analysis where this one has none.
    public void clear() {
        RunPaths.remove(directory.resolve("csv"));
        RunPaths.remove(directory.resolve("tables"));
    }

    public Database.Answer ask(StudyGoal.Query query) throws IOException {
        try (Database database = new Database()) {
            database.open(directory.resolve("tables"), query.allowsFiles());
            return database.ask(query.sql());
        }
    }

    @Override
    public void close() throws IOException {
        Runtime.getRuntime().removeShutdownHook(whenInterrupted);
        events.close();
        tidy();
    }

    /// After Ctrl-C what is unfinished goes.
    private void abandon() {
        try {
            tidy();
        } catch (IOException busy) {
            // Still being written: it stays, hidden, under a name that says what it is.
            return;
        }
    }

    private void tidy() throws IOException {
        delete(keep ? scratch : directory);
        lock.ifPresent(RunLock::close);
        if (keep && fresh && isEmpty(directory)) {
            Files.delete(directory);
        }
    }

    private static boolean isEmpty(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.findAny().isEmpty();
        }
    }

    public static void delete(Path folder) throws IOException {
        try {
            RunPaths.remove(folder);
        } catch (UncheckedIOException e) {
            throw new IOException(e);
        }
    }
}
