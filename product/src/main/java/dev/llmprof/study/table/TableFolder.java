package dev.llmprof.study.table;

import dev.llmprof.report.table.FilledTable;
import dev.llmprof.secret.Secrets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;

/// The tables of results in a directory: `csv/` to look at, `tables/` for SQL. A table that is not
/// written goes, so that none of an earlier analysis stays beside a new one's.
public final class TableFolder {
    private final Path csv;
    private final Path tables;

    public TableFolder(Path directory) throws IOException {
        csv = Files.createDirectories(directory.resolve("csv"));
        tables = Files.createDirectories(directory.resolve("tables"));
    }

    public void write(Collection<FilledTable<?>> all) throws IOException {
        for (FilledTable<?> table : all) {
            write(table);
        }
    }

    /// Only those with rows; the others go.
    public void writeFilled(Collection<FilledTable<?>> all) throws IOException {
        for (FilledTable<?> table : all) {
            if (table.rows().isEmpty()) {
                remove(table.name());
            } else {
                write(table);
            }
        }
    }

    public void remove(String name) throws IOException {
        Files.deleteIfExists(csv.resolve(name + ".csv"));
        Files.deleteIfExists(tables.resolve(name + ".parquet"));
    }

    /// Takes a finished file of events.
    public void take(Path parquet) throws IOException {
        move(parquet, tables.resolve(parquet.getFileName()));
    }

    private void write(FilledTable<?> table) throws IOException {
        whole(
                csv.resolve(table.name() + ".csv"),
                file -> Files.writeString(file, Secrets.hide(table.csv())));
        whole(tables.resolve(table.name() + ".parquet"), table::parquet);
    }

    /// What fills a file.
    private interface Writing {
        void to(Path file) throws IOException;
    }

    /// A reader sees the old file or the new one; a disk that is full leaves no half of one.
    private static void whole(Path target, Writing writing) throws IOException {
        Path beside = target.resolveSibling("." + target.getFileName() + ".new");
        try {
            writing.to(beside);
            move(beside, target);
        } finally {
            Files.deleteIfExists(beside);
        }
    }

    private static void move(Path file, Path target) throws IOException {
        Files.move(file, target, StandardCopyOption.REPLACE_EXISTING);
    }
}
