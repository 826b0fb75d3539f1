package dev.llmprof.trace;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// A file of another tool that is known by sight and not read: what it is, and what to give in its
/// place.
public record ForeignFile(String what, String fix) {
    private static final String TORCH_TRACE =
            "give the trace of torch.profiler: prof.export_chrome_trace(\"trace.json\")";
    private static final String ROCM =
            "give a Chrome trace: torch.profiler's export_chrome_trace works on ROCm,"
                    + " rpd2tracing.py makes one of an .rpd";
    private static final String UNPACK = "unpack it and give the folder";

    /// How a file is known by its first bytes or by its name.
    private record Sign(Predicate<Head> fits, ForeignFile file) {}

    /// `raw` has a character for each byte.
    private record Head(String raw, String text, String name) {
        boolean starts(int... first) {
            for (int at = 0; at < first.length; at++) {
                if (at >= raw.length() || raw.charAt(at) != first[at]) {
                    return false;
                }
            }
            return true;
        }

        boolean has(String... words) {
            return List.of(words).stream().allMatch(text::contains);
        }

        boolean named(String... endings) {
            return List.of(endings).stream().anyMatch(name::endsWith);
        }

        boolean matches(Pattern pattern) {
            return pattern.matcher(raw.stripLeading()).find();
        }
    }

    private static final Pattern PICKLE = Pattern.compile("^\\x80[\\x02-\\x05]");
    private static final Pattern LISTS = Pattern.compile("^\\[\\s*\\[\\s*-?\\d");
    private static final Pattern ASCEND_TABLE =
            Pattern.compile(
                    "^\"?(Step Id,|Device_id,|Device ID,).*(Task Duration|Duration\\(us\\))");
    private static final Pattern ROCPROF_TABLE =
            Pattern.compile(
                    "^\"?(Kind\"?,\"?Agent_Id|Index\"?,\"?KernelName|Name\"?,\"?Calls\"?,\"?TotalDurationNs"
                            + "|Domain\"?,\"?Function\"?,\"?Process_Id|Kind\"?,\"?Direction)");
    private static final List<Sign> SIGNS =
            List.of(
                    sign(
                            head -> head.text.startsWith("version https://git-lfs.github.com/"),
                            "a Git LFS pointer: a few lines that stand for the file, which was not"
                                    + " downloaded",
                            "git lfs pull, or download the file itself"),
                    sign(
                            head -> head.matches(PICKLE),
                            "a Python pickle, as torch.cuda.memory._dump_snapshot writes: a memory"
                                    + " snapshot has no timeline of kernels",
                            TORCH_TRACE + "; pytorch.org/memory_viz shows snapshots"),
                    sign(
                            head -> head.has("\"device_traces\"", "\"segments\""),
                            "a memory snapshot of PyTorch, which has no timeline of kernels",
                            TORCH_TRACE + "; pytorch.org/memory_viz shows snapshots"),
                    sign(
                            head ->
                                    head.has("\"schema\"", "\"nodes\"")
                                            && (head.has("rf_id") || head.has("chakra")),
                            "a PyTorch execution trace (ExecutionTraceObserver): operators and"
                                    + " shapes, without times",
                            TORCH_TRACE),
                    sign(
                            head -> head.matches(LISTS),
                            "bare lists of numbers, as PyTorch's export_memory_timeline writes:"
                                    + " sizes over time, no kernels",
                            TORCH_TRACE),
                    sign(
                            head -> head.has("rocprofiler-sdk-tool"),
                            "results of rocprofv3 as JSON, which llmprof does not read",
                            ROCM),
                    sign(
                            head -> head.matches(ROCPROF_TABLE),
                            "a table of rocprof, which llmprof does not read",
                            ROCM),
                    sign(
                            head -> head.matches(ASCEND_TABLE),
                            "a table of Ascend's profiler, which llmprof does not read",
                            "give trace_view.json or msprof_*.json of the same run"),
                    sign(
                            head ->
                                    head.has("\"timeMs\"")
                                            || head.has("\"startInMs\"")
                                            || head.has("\"latencyMs\""),
                            "times of trtexec, without a timeline",
                            "record the timeline: nsys profile -o run trtexec …, and give"
                                    + " run.nsys-rep"),
                    sign(
                            head -> head.has("\"timestamps\"", "\"model_name\""),
                            "a trace of Triton Inference Server: when requests came and went,"
                                    + " without kernels",
                            "record the server with nsys profile, and give the .nsys-rep"),
                    sign(
                            head -> head.has("speedscope.app/file-format-schema"),
                            "a speedscope profile, which llmprof does not read",
                            "record a Chrome trace or with nsys"),
                    sign(
                            head ->
                                    head.named(".xplane.pb")
                                            || (head.starts(0x0a)
                                                    && (head.has("/host:CPU")
                                                            || head.has("/device:"))),
                            "an XPlane file of the profiler of JAX or TensorFlow, which llmprof"
                                    + " does not read",
                            "give the .trace.json.gz beside it; jax.profiler.trace(…,"
                                    + " create_perfetto_trace=True) writes one too"),
                    sign(
                            head ->
                                    head.named(
                                            ".pftrace", ".perfetto-trace", ".perfetto", ".proto"),
                            "a Perfetto trace in its binary form, which llmprof does not read",
                            "traceconv json TRACE trace.json, and give trace.json"),
                    sign(
                            head ->
                                    head.starts(0x89, 'H', 'D', 'F')
                                            || head.starts('P', 'A', 'R', '1')
                                            || head.starts('A', 'R', 'R', 'O', 'W'),
                            "an HDF5, Parquet or Arrow file; of the exports of nsys llmprof reads"
                                    + " SQLite",
                            "nsys export --type sqlite REPORT.nsys-rep"),
                    sign(
                            head -> head.starts('S', 'Q', 'L', 'i', 't', 'e'),
                            "an SQLite database inside, which must be unpacked first",
                            "unpack it and give the database"),
                    sign(
                            head ->
                                    head.starts('N', 'V', 'R', 0)
                                            || head.has("NVIDIA Tegra Profiler Report"),
                            "a report of Nsight inside, which must be unpacked first",
                            "unpack it and give the report"),
                    sign(head -> head.raw.startsWith("ustar", 257), "a tar archive", UNPACK),
                    sign(head -> head.starts('7', 'z', 0xbc, 0xaf), "a 7z archive", UNPACK),
                    sign(
                            head -> head.starts('B', 'Z', 'h'),
                            "a file packed with bzip2",
                            "bunzip2 it first"),
                    sign(
                            head -> head.starts('P', 'K', 3, 4),
                            "a zip that is damaged or holds no trace",
                            "copy the file again; captures other than traces must be unpacked"),
                    sign(
                            head ->
                                    head.text.toLowerCase(Locale.ROOT).startsWith("<!doctype html")
                                            || head.text
                                                    .toLowerCase(Locale.ROOT)
                                                    .startsWith("<html"),
                            "a web page",
                            "download the file itself: the page's link to the raw file"));

    private static Sign sign(Predicate<Head> fits, String what, String fix) {
        return new Sign(fits, new ForeignFile(what, fix));
    }

    /// By the beginning of the content, unpacked where it was packed, and the name of the file.
    static Optional<ForeignFile> of(byte[] head, String name) {
        String text = new String(head, StandardCharsets.UTF_8).stripLeading();
        String raw = new String(head, StandardCharsets.ISO_8859_1);
        var known = new Head(raw, text, name.toLowerCase(Locale.ROOT));
        return SIGNS.stream().filter(one -> one.fits.test(known)).map(Sign::file).findFirst();
    }
}
