package dev.llmprof.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The answers are those of nsys 2022.4.2.
class NsysExportAnswersTest {
    private static final Path REPORT = Path.of("run.nsys-rep");

    @Test
    void namesTheNewerVersionThatMadeTheReport() {
        assertEquals(
                "nsys 2022.4.2.1 cannot read this report, which nsys 2024.6.2.225 made",
                what(
                        "Processing events...\nExportation error: Version number is invalid: 2024@6@2@225-246235244400v0\n",
                        Optional.empty()));
    }

    @Test
    void takesTheReportsOwnWordWhereNsysOnlyFails() {
        assertEquals(
                "nsys 2022.4.2.1 cannot read this report, which nsys 2023.2.1.122 made",
                what(
                        "Can't parse message of type \"QuadDAnalysis.Data.SessionState\" because it is missing required fields: X",
                        Optional.of("2023.2.1.122")));
    }

    @Test
    void tellsACutRecordingFromAnythingElse() {
        assertEquals(
                "the recording was cut off: nsys did not run to its end",
                what("Qdstrm file is incomplete or invalid. Please ensure", Optional.empty()));
        assertEquals(
                "nsys 2022.4.2.1 made no export of this report: File not found: 'x'.",
                what("one\nFile not found: 'x'.\n", Optional.empty()));
        assertEquals(
                "nsys 2022.4.2.1 made no export of this report: it printed nothing",
                what("", Optional.empty()));
    }

    private static String what(String answer, Optional<String> madeBy) {
        return NsysExportAnswers.problem(answer, "2022.4.2.1", madeBy, REPORT).what();
    }
}
