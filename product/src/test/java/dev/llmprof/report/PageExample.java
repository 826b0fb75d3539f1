package dev.llmprof.report;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.Provenance;
import dev.llmprof.analysis.Provenance.Fact;
import dev.llmprof.analysis.workload.Timings;
import dev.llmprof.analysis.workload.Timings.State;
import dev.llmprof.app.Wiring;
import dev.llmprof.report.format.Html;
import dev.llmprof.report.page.PageFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The page of a run with all that a page can have.
final class PageExample {
    static final List<String> FILES =
            List.of(
                    "csv/kernel_summary.csv",
                    "tables/kernels.parquet",
                    "torch_profiler/trace.json.gz");
    static final int REQUESTS = 12;

    private PageExample() {}

    /// With head, timed requests and files.
    static Path ofRun(Path trace, Path file) throws IOException {
        Findings found = Example.findings(trace, Optional.of(timings()), Optional.empty());
        var run =
                new Findings(
                        "Run example",
                        found.subtitle(),
                        found.captures(),
                        found.timings(),
                        found.serving(),
                        found.prediction(),
                        found.utilisation(),
                        found.kernels(),
                        found.advice(),
                        new Provenance("llmprof test", head(), List.of(), List.of()),
                        found.relations(),
                        found.trust());
        return written(run, new PageFiles(FILES, Optional.of(FILES.getLast())), file);
    }

    static Path ofTrace(Path trace, Path file) throws IOException {
        return written(Example.findings(trace), PageFiles.NONE, file);
    }

    private static Path written(Findings findings, PageFiles files, Path file) throws IOException {
        return Files.writeString(file, Html.page(Reports.page(findings, Wiring.sections(), files)));
    }

    private static List<Fact> head() {
        return List.of(
                new Fact("command", "llmprof run device=cuda:0"),
                new Fact("device", "NVIDIA H100, driver 550.54, CUDA 12.4"),
                new Fact("host", "box, EPYC, 64 cores, Linux 6.8"),
                new Fact("versions", "llmprof 0.1.0, torch 2.6.0+cu124"),
                new Fact("commit", "0123abcd"),
                new Fact("date", "2026-11-16 19:31 UTC"));
    }

    private static Timings timings() {
        List<Timings.Request> requests = new ArrayList<>();
        for (int i = 0; i < REQUESTS; i++) {
            State state = i == 0 ? State.COLD : State.BARE;
            long slower = i == 0 ? 8 : i == 7 ? 3 : 1;
            requests.add(
                    new Timings.Request(
                            "prompt " + i,
                            slower * 40_000_000L + i * 500_000L,
                            0,
                            Map.of(),
                            slower * 300_000_000L + i * 1_000_000L,
                            128,
                            33,
                            1,
                            state));
        }
        return new Timings(requests);
    }

    /// A trace of a GPU whose allocations were recorded: up to 3 MB and down again.
    static Path withMemory(Path file) throws IOException {
        var json = new StringBuilder("{\"traceEvents\":[");
        json.append("{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"aten::mm\",\"pid\":1,\"tid\":1,");
        json.append("\"ts\":1000,\"dur\":900}");
        json.append(",{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"gemm\",\"pid\":0,\"tid\":7,");
        json.append("\"ts\":1100,\"dur\":800,\"args\":{\"device\":0,\"stream\":7}}");
        long[] held = {1, 2, 3, 2, 1};
        for (int i = 0; i < held.length; i++) {
            long bytes = i < 3 ? 1_000_000 : -1_000_000;
            json.append(",{\"ph\":\"i\",\"cat\":\"cpu_instant_event\",\"s\":\"t\",")
                    .append("\"name\":\"[memory]\",\"pid\":1,\"tid\":1,\"ts\":")
                    .append(1200 + 100 * i)
                    .append(",\"args\":{\"Device Type\":1,\"Device Id\":0,\"Bytes\":")
                    .append(bytes)
                    .append(",\"Total Allocated\":")
                    .append(held[i] * 1_000_000)
                    .append(",\"Total Reserved\":4000000}}");
        }
        return Files.writeString(file, json.append("]}").toString());
    }

    /// One of 3 µs every 5 µs, each of a name of its own among a thousand long ones.
    static Path withManyKernels(int count, Path file) throws IOException {
        try (var out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            out.write("{\"traceEvents\":[");
            for (int i = 0; i < count; i++) {
                out.write(i == 0 ? "" : ",");
                out.write(
                        "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"void at::native::kernel_"
                                + i % 1000
                                + "<float, 4, at::detail::Array<char*, 3> >(int, float)\",\"pid\":0,"
                                + "\"tid\":7,\"ts\":"
                                + (1000 + 5L * i)
                                + ",\"dur\":3,\"args\":{\"device\":0,\"stream\":7}}");
            }
            out.write("]}");
        }
        return file;
    }
}
