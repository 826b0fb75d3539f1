package dev.llmprof.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.analysis.ncu.NcuView;
import dev.llmprof.app.PluginLists;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudyTest {
    private static final Path TRACE =
            Path.of("src/test/resources/kineto-own/torch-cpu/llama_generate_shapes.json.gz");

    private final ReadingsListener listener = new ReadingsListener();

    @Test
    void findingsCanBeHadWithoutAFile() throws IOException {
        StudyResult result = study(TRACE, new StudyGoal.InMemory());
        assertEquals("llama_generate_shapes.json.gz", result.findings().orElseThrow().title());
        assertFalse(result.captures().captures().getFirst().tree().children().isEmpty());
    }

    @Test
    void nothingIsDrawnForNumbersAlone() throws IOException {
        StudyResult result = study(TRACE, new StudyGoal.Captures());
        assertEquals(Optional.empty(), result.findings());
        assertEquals(Optional.empty(), result.captures().captures().getFirst().pictures());
    }

    @Test
    void aQueryIsAnsweredFromTablesThatNeedNotStay() throws IOException {
        var goal = new StudyGoal.Query("select count(*) from traces", false, Optional.empty());
        assertEquals(
                List.of(List.of(Optional.of(1L))),
                study(TRACE, goal).answer().orElseThrow().rows());
    }

    @Test
    void capturesOfWhichNoneCanBeReadLeaveNoFiles(@TempDir Path folder) throws IOException {
        Path broken = Files.writeString(folder.resolve("broken.json"), "{\"traceEvents\": 3");
        Path output = folder.resolve("out");
        Problem.Found found =
                assertThrows(
                        Problem.Found.class,
                        () -> study(broken, new StudyGoal.Files(output, false)));
        assertEquals("no trace events in it", found.problems().getFirst().what());
        assertFalse(Files.exists(output));
    }

    @Test
    void theListenerHearsOfTheCapturesBeforeTheReportsAreWritten(@TempDir Path folder)
            throws IOException {
        listener.look = () -> assertFalse(Files.exists(folder.resolve("report.html")));
        study(TRACE, new StudyGoal.Files(folder, false));
        assertTrue(Files.exists(folder.resolve("report.html")));
    }

    private StudyResult study(Path capture, StudyGoal goal) throws IOException {
        return Study.of(
                new StudyRequest(
                        List.of(capture),
                        PluginLists.SHIPPED.study(),
                        NcuView.DEFAULT,
                        StudyContext.unknown("llmprof test"),
                        goal),
                listener);
    }
}
