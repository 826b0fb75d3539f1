package dev.llmprof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// A file past 300 lines, or a method past 40, has two ideas living in it.
class SizesTest {
    private static final int FILE_LINES = 300;
    private static final int METHOD_LINES = 40;
    private static final int APP_LINES = 600;

    private static final List<Path> FILES = new ArrayList<>();

    @BeforeAll
    static void find() throws IOException {
        FILES.addAll(Sources.all());
        assertTrue(FILES.size() > 500, FILES.size() + " files: these are not the sources");
    }

    @Test
    void filesAreSmall() throws IOException {
        List<String> tooLong = new ArrayList<>();
        for (Path file : FILES) {
            int lines = Files.readAllLines(file).size();
            if (lines > FILE_LINES) {
                tooLong.add(file + ": " + lines + " lines");
            }
        }
        assertEquals(List.of(), tooLong);
    }

    /// It lists what there is; what grows there belongs into a room.
    @Test
    void theRoomOfTheListsIsSmall() throws IOException {
        int lines = 0;
        for (Path file : FILES) {
            if (file.toString().contains("product/src/main/java/dev/llmprof/app/")) {
                lines += Files.readAllLines(file).size();
            }
        }
        assertTrue(lines > 100 && lines <= APP_LINES, lines + " lines in app");
    }

    @Test
    void methodsAreSmall() throws IOException {
        List<String> tooLong = new ArrayList<>();
        Sources.parse(
                FILES,
                (unit, trees) -> new Methods(unit, tooLong).scan(unit, trees.getSourcePositions()));
        assertEquals(List.of(), tooLong);
    }

    /// Notes the methods of a file that are too long.
    private static final class Methods extends TreeScanner<Void, SourcePositions> {
        private final CompilationUnitTree unit;
        private final List<String> tooLong;

        private Methods(CompilationUnitTree unit, List<String> tooLong) {
            this.unit = unit;
            this.tooLong = tooLong;
        }

        @Override
        public Void visitMethod(MethodTree method, SourcePositions positions) {
            long lines =
                    line(positions.getEndPosition(unit, method))
                            - line(positions.getStartPosition(unit, method))
                            + 1;
            if (lines > METHOD_LINES) {
                tooLong.add(
                        unit.getSourceFile().getName()
                                + " "
                                + method.getName()
                                + ": "
                                + lines
                                + " lines");
            }
            return super.visitMethod(method, positions);
        }

        private long line(long position) {
            return unit.getLineMap().getLineNumber(position);
        }
    }
}
