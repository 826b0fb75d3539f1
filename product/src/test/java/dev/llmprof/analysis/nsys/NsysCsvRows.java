package dev.llmprof.analysis.nsys;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The cells of a CSV that nsys wrote.
public final class NsysCsvRows {
    private NsysCsvRows() {}

    public static List<List<String>> read(Path file) throws IOException {
        List<List<String>> rows = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            if (!line.isBlank()) {
                rows.add(cells(line));
            }
        }
        return rows;
    }

    private static List<String> cells(String line) {
        List<String> cells = new ArrayList<>();
        var cell = new StringBuilder();
        boolean quoted = false;
        for (int at = 0; at < line.length(); at++) {
            char next = line.charAt(at);
            if (next == '"') {
                quoted = !quoted;
            } else if (next == ',' && !quoted) {
                cells.add(cell.toString());
                cell.setLength(0);
            } else {
                cell.append(next);
            }
        }
        cells.add(cell.toString());
        return cells;
    }
}
