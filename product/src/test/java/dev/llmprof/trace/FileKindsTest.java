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

    @Test
    void namesFilesOfOtherTools() throws IOException {
        assertEquals(
                "a Git LFS pointer: a few lines that stand for the file, which was not downloaded",
                foreign(
                        "a.nsys-rep",
                        "version https://git-lfs.github.com/spec/v1\noid sha256:0\n"));
        assertEquals(
                "a PyTorch execution trace (ExecutionTraceObserver): operators and shapes, without"
                        + " times",
                foreign("et.json", "{\"schema\": \"1.1.1-chakra.0.0.4\", \"nodes\": []}"));
        assertEquals(
                "bare lists of numbers, as PyTorch's export_memory_timeline writes: sizes over"
                        + " time, no kernels",
                foreign("m.raw.json", "[[17, 0, 512, 1], [18, 1, 512, 1]]"));
        assertEquals(
                "an XPlane file of the profiler of JAX or TensorFlow, which llmprof does not read",
                foreign("host.xplane.pb", "\n\u0010\u0012\t/host:CPU"));
        assertEquals(
                "a trace of Triton Inference Server: when requests came and went, without kernels",
                foreign("t.json", "[{\"id\":1,\"model_name\":\"m\",\"timestamps\":[]}]"));
        assertEquals(
                "a table of rocprof, which llmprof does not read",
                foreign("k.csv", "\"Kind\",\"Agent_Id\",\"Queue_Id\",\"Kernel_Name\"\n"));
        assertEquals(
                "a Perfetto trace in its binary form, which llmprof does not read",
                foreign("a.pftrace", "\n\u0004abcd"));
    }

    @Test
    void looksIntoWhatIsPackedForItsName() throws IOException {
        Path file = directory.resolve("m.gz");
        try (var out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(new byte[] {(byte) 0x80, 4, (byte) 0x95, 0});
        }
        assertEquals(
                "a Python pickle, as torch.cuda.memory._dump_snapshot writes: a memory snapshot has"
                        + " no timeline of kernels",
                FileKinds.foreign(file).orElseThrow().what());
        try (var out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write("notes".getBytes(StandardCharsets.UTF_8));
        }
        assertEquals(FileKinds.Reason.PACKED_OTHER, FileKinds.reason(file));
    }

    @Test
    void aPointerNamedLikeAReportIsNoReport() throws IOException {
        Path file = directory.resolve("run.nsys-rep");
        Files.writeString(file, "version https://git-lfs.github.com/spec/v1\n");
        assertEquals(FileKind.UNKNOWN, FileHead.of(file).kind());
    }

    private String foreign(String name, String content) throws IOException {
        Path file = Files.writeString(directory.resolve(name), content);
        return FileKinds.foreign(file).orElseThrow().what();
    }
}
