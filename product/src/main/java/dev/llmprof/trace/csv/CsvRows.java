package dev.llmprof.trace.csv;

import dev.llmprof.problem.Problem;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The rows of a CSV one after the other: quotes, doubled quotes, line ends in quotes, rows of any
/// length.
public final class CsvRows implements AutoCloseable {
    /// A quote that is never closed would otherwise take the rest of the file for one field.
    private static final int LONGEST_ROW = 4 << 20;

    private final Reader text;
    private int line;
    private int peeked = -2;
    private boolean cut;

    private CsvRows(Reader text) {
        this.text = text;
    }

    /// Bytes that are not UTF-8 become replacement characters: one bad name must not hide a table.
    public static CsvRows open(Path file) throws IOException {
        return of(Files.newInputStream(file));
    }

    public static CsvRows of(InputStream bytes) {
        var decoder = new InputStreamReader(bytes, StandardCharsets.UTF_8);
        return new CsvRows(new BufferedReader(decoder, 1 << 16));
    }

    /// The line that the row given last began in, counted from 1.
    public int line() {
        return line;
    }

    /// Whether the row given last has no line end: the file may break off in it.
    public boolean isCut() {
        return cut;
    }

    /// What is said of a table that is cut.
    public static Problem cutOff(String source) {
        return new Problem(
                "the last line does not end: if the file was cut, its last number may be too",
                source,
                "copy or write the file again");
    }

    /// The next row that is not blank.
    public Optional<List<String>> next() throws IOException {
        while (peek() >= 0) {
            line++;
            List<String> row = row();
            if (row.size() > 1 || !row.getFirst().isBlank()) {
                cut = peeked == -1;
                return Optional.of(row);
            }
        }
        return Optional.empty();
    }

    private List<String> row() throws IOException {
        List<String> fields = new ArrayList<>();
        var field = new StringBuilder();
        boolean quoted = false;
        for (int length = 0; length < LONGEST_ROW; length++) {
            int next = read();
            if (quoted && next == '"' && peek() != '"') {
                quoted = false;
            } else if (quoted && next >= 0) {
                field.append((char) (next == '"' ? read() : next));
            } else if (next == '"' && field.isEmpty()) {
                quoted = true;
            } else if (next == ',') {
                fields.add(field.toString());
                field.setLength(0);
            } else if (next < 0 || next == '\n') {
                break;
            } else {
                field.append((char) next);
            }
        }
        fields.add(withoutReturn(field));
        return fields;
    }

    private static String withoutReturn(StringBuilder field) {
        int last = field.length() - 1;
        return last >= 0 && field.charAt(last) == '\r'
                ? field.substring(0, last)
                : field.toString();
    }

    private int peek() throws IOException {
        if (peeked == -2) {
            peeked = text.read();
            if (line == 0 && peeked == '\uFEFF') {
                peeked = text.read();
            }
        }
        return peeked;
    }

    private int read() throws IOException {
        int next = peek();
        peeked = next < 0 ? -1 : -2;
        return next;
    }

    @Override
    public void close() throws IOException {
        text.close();
    }
}
