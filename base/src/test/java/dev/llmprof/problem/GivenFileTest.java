package dev.llmprof.problem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GivenFileTest {
    @TempDir Path folder;

    @Test
    void whatIsNotUtf8IsNamedWithItsLine() throws IOException {
        Path file = folder.resolve("list.txt");
        Files.write(file, "a\nb\ncaf\u00e9\nd\n".getBytes(StandardCharsets.ISO_8859_1));
        Problem problem = problem(() -> GivenFile.text(file, "save it as UTF-8"));
        assertEquals(new Problem("this is not UTF-8", file + ":3", "save it as UTF-8"), problem);
    }

    @Test
    void whatIsNoJsonIsNamedWithItsLine() throws IOException {
        Path file = Files.writeString(folder.resolve("a.json"), "{\n\"a\": 1,\n}");
        Problem problem = problem(() -> GivenFile.json(file, "again"));
        assertTrue(problem.what().startsWith("this is not JSON: "), problem.what());
        assertEquals(file + ":3", problem.at());
    }

    @Test
    void anEmptyFileAndADirectoryAreProblems() throws IOException {
        Path file = Files.writeString(folder.resolve("a.json"), "");
        assertEquals("this file is empty", problem(() -> GivenFile.json(file, "")).what());
        assertEquals("this is not a plain file", problem(() -> GivenFile.text(folder, "")).what());
    }

    @Test
    void pythonsNumbersAreRead() throws IOException {
        Path file = Files.writeString(folder.resolve("a.json"), "{\"a\": NaN, \"b\": -Infinity}");
        assertTrue(Double.isNaN(GivenFile.json(file, "").path("a").asDouble()));
    }

    private static Problem problem(Runnable reading) {
        return assertThrows(Problem.Found.class, reading::run).problems().getFirst();
    }
}
