package dev.llmprof.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileKindsTest {
    private static final String TRACE = "\uFEFF {\"schemaVersion\": 1, \"traceEvents\": []}";

    @TempDir Path directory;

    @Test
    void tellsTracesHoweverTheyArePacked() throws IOException {
        var gzip = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(gzip)) {
            out.write(TRACE.getBytes(StandardCharsets.UTF_8));
        }
        var zip = new ByteArrayOutputStream();
        try (var out = new ZipOutputStream(zip)) {
            out.putNextEntry(new ZipEntry("trace.json"));
            out.write(TRACE.getBytes(StandardCharsets.UTF_8));
        }
        assertEquals(FileKind.TORCH_TRACE, of(TRACE));
        assertEquals(FileKind.TORCH_TRACE, of("[{\"ph\": \"X\"}]"));
        assertEquals(FileKind.TORCH_TRACE, FileKinds.of(gzip.toByteArray()));
        assertEquals(FileKind.TORCH_TRACE, FileKinds.of(zip.toByteArray()));
    }

    @Test
    void tellsBinaryReportsByTheirFirstBytes() {
        assertEquals(FileKind.NSYS_SQLITE, of("SQLite format 3\0"));
        assertEquals(FileKind.NSYS_REPORT, of("NVIDIA Tegra Profiler Report 1."));
        assertEquals(FileKind.NCU_REPORT, of("NVR\0"));
    }

    @Test
    void tellsTablesOfKernelsFromThoseOfCallsRangesAndCopies() {
        String sums =
                "Time (%%),Total Time (ns),%s,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),%s\n";
        assertEquals(FileKind.NSYS_CSV, of(sums.formatted("Instances", "Name")));
        assertEquals(FileKind.NSYS_CSV, of(sums.formatted("Instances", "GridXYZ,BlockXYZ,Name")));
        assertEquals(FileKind.UNKNOWN, of(sums.formatted("Num Calls", "Name")));
        assertEquals(FileKind.UNKNOWN, of(sums.formatted("Instances", "Style,Range")));
        assertEquals(FileKind.UNKNOWN, of(sums.formatted("Count", "Operation")));
        assertEquals(
                FileKind.NCU_CSV,
                of("==PROF== Connected\n\"ID\",\"Process ID\",\"Kernel Name\"\n"));
    }

    @Test
    void otherJsonIsNoTrace() {
        assertEquals(FileKind.UNKNOWN, of("{\"model_type\": \"qwen3\"}"));
    }

    @Test
    void aNameCountsOnlyWhereTheContentSaysNothing() throws IOException {
        Path stream = Files.writeString(directory.resolve("run.qdstrm"), "anything");
        Path trace = Files.writeString(directory.resolve("trace.nsys-rep"), TRACE);
        assertEquals(FileKind.NSYS_REPORT, FileHead.of(stream).kind());
        assertEquals(FileKind.TORCH_TRACE, FileHead.of(trace).kind());
    }

    private static FileKind of(String text) {
        return FileKinds.of(text.getBytes(StandardCharsets.UTF_8));
    }
}
