package dev.llmprof.study.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.llmprof.report.table.ResultColumn;
import dev.llmprof.report.table.ResultTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableFolderTest {
    private static final ResultTable<String> TABLE =
            ResultTable.of("rows", "Rows of a test.", ResultColumn.name("name", "", row -> row));

    @TempDir private Path directory;

    @Test
    void aTableThatCannotBeWrittenLeavesNoHalfOfItself() throws IOException {
        var folder = new TableFolder(directory);
        Files.createDirectories(directory.resolve("csv/rows.csv/in the way"));
        assertThrows(IOException.class, () -> folder.write(List.of(TABLE.filled(List.of("one")))));
        assertEquals(List.of("rows.csv"), names("csv"));
    }

    @Test
    void aTableWithoutRowsTakesThatOfAnEarlierAnalysisAway() throws IOException {
        var folder = new TableFolder(directory);
        folder.writeFilled(List.of(TABLE.filled(List.of("one"))));
        assertEquals(List.of("rows.csv"), names("csv"));
        assertEquals(List.of("rows.parquet"), names("tables"));
        folder.writeFilled(List.of(TABLE.filled(List.of())));
        assertEquals(List.of(), names("csv"));
        assertEquals(List.of(), names("tables"));
    }

    private List<String> names(String folder) throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve(folder))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
