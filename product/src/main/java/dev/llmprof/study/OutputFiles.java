package dev.llmprof.study;

import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.problem.Problem;
import dev.llmprof.report.table.TraceTables;
import dev.llmprof.study.capture.CaptureSet;
import dev.llmprof.study.table.Database;
import dev.llmprof.study.table.EventTables;
import dev.llmprof.study.table.NcuTables;
import dev.llmprof.study.table.TableFolder;
import dev.llmprof.table.parquet.ParquetFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// The files of an analysis: result tables as CSV and Parquet, tables of events as Parquet. Written
/// beside and moved into place; what is only in between is taken away at the end.
public final class OutputFiles implements AutoCloseable {
    private final Path directory;
    private final Path scratch;
    private final boolean keep;
    private final boolean fresh;
    private final EventTables events;
    private final Thread whenInterrupted = new Thread(this::abandon);

    private OutputFiles(Path directory, boolean keep, boolean fresh) throws IOException {
        this.directory = directory;
        this.keep = keep;
        this.fresh = fresh;
        this.scratch = Files.createTempDirectory(directory, ".unfinished");
        this.events = new EventTables(scratch);
        Runtime.getRuntime().addShutdownHook(whenInterrupted);
    }

    public static OutputFiles at(Path directory) throws IOException {
        boolean fresh = !Files.exists(directory);
        try {
            Files.createDirectories(directory);
        } catch (IOException refused) {
            throw new Problem("cannot write here", directory.toString(), "choose another --output")
                    .found();
        }
        return new OutputFiles(directory, true, fresh);
    }

    /// The directory, or the first of `-2`, `-3` … that does not exist yet.
    public static Path free(Path directory) {
        Path free = directory;
        for (int number = 2; Files.exists(free); number++) {
            free = directory.resolveSibling(directory.getFileName() + "-" + number);
        }
        return free;
    }

    public static OutputFiles temporary() throws IOException {
        return new OutputFiles(Files.createTempDirectory("llmprof-tables"), false, true);
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

    public Database.Answer ask(String sql) throws IOException {
        try (Database database = new Database()) {
            database.open(directory.resolve("tables"));
            return database.ask(sql);
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
        List<Path> deepestFirst;
        try (Stream<Path> files = Files.walk(folder)) {
            deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : deepestFirst) {
            Files.deleteIfExists(file);
        }
    }
}
