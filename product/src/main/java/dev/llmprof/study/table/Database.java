package dev.llmprof.study.table;

import dev.llmprof.problem.Problem;
import dev.llmprof.report.format.JsonOut;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// DuckDB: answers SQL over Parquet files. Only loaded when that is asked for.
public final class Database implements AutoCloseable {
    private final Connection connection;

    public Database() {
        try {
            connection = DriverManager.getConnection("jdbc:duckdb:");
        } catch (SQLException failed) {
            throw new IllegalStateException(
                    "DuckDB does not start: " + failed.getMessage(), failed);
        } catch (LinkageError unloaded) {
            // It unpacks its library there and loads it: a full folder, or one mounted noexec.
            throw new Problem(
                            "DuckDB, which answers --sql, cannot be loaded from the temporary folder",
                            System.getProperty("java.io.tmpdir", ""),
                            "TMPDIR=DIR with 200 MB of room and not mounted noexec")
                    .found();
        }
    }

    /// The rows of an answer; a cell that is NULL is empty.
    public record Answer(List<String> columns, List<List<Optional<Object>>> rows) {
        public void writeJson(Writer target) {
            try (JsonOut out = new JsonOut(target)) {
                out.object(() ->
                        out.rows(
                                "rows",
                                rows,
                                row -> {
                                    for (int at = 0; at < columns.size(); at++) {
                                        out.putCell(columns.get(at), row.get(at));
                                    }
                                }));
            }
        }
    }

    /// Makes every Parquet file of the folder a table to ask for by its name. A query then gets at
    /// no other file, unless it may.
    public void open(Path folder, boolean allowsFiles) throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.list(folder)) {
            files = found.filter(file -> file.toString().endsWith(".parquet")).sorted().toList();
        }
        for (Path file : files) {
            String name = file.getFileName().toString().replace(".parquet", "");
            run("create view " + name + " as select * from read_parquet(" + literal(file) + ")");
        }
        if (!allowsFiles) {
            run("set allowed_paths = " + files.stream().map(Database::literal).toList());
            run("set enable_external_access = false");
            run("set lock_configuration = true");
        }
    }

    public Answer ask(String sql) {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            List<String> columns = new ArrayList<>();
            int width = result.getMetaData().getColumnCount();
            for (int at = 1; at <= width; at++) {
                columns.add(result.getMetaData().getColumnLabel(at));
            }
            List<List<Optional<Object>>> rows = new ArrayList<>();
            while (result.next()) {
                List<Optional<Object>> row = new ArrayList<>();
                for (int at = 1; at <= width; at++) {
                    row.add(Optional.ofNullable(result.getObject(at)));
                }
                rows.add(row);
            }
            return new Answer(columns, rows);
        } catch (SQLException wrong) {
            throw new Problem(
                            "the query does not run: " + wrong.getMessage(),
                            "--sql",
                            String.valueOf(wrong.getMessage()).startsWith("Permission Error")
                                    ? "other files than the tables: --sql-allow-files"
                                    : "tables: " + String.join(", ", names()))
                    .found();
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private List<String> names() {
        Answer tables = ask("select table_name from information_schema.tables order by 1");
        return tables.rows().stream().map(row -> row.getFirst().orElse("").toString()).toList();
    }

    private static String literal(Path path) {
        return "'" + path.toString().replace("'", "''") + "'";
    }

    private void run(String sql) {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed.getMessage() + " in " + sql, failed);
        }
    }
}
