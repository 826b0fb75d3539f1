package dev.llmprof.report;

import dev.llmprof.testing.SharedData;
import dev.llmprof.testing.nsight.NcuFolders;
import dev.llmprof.testing.nsight.NcuRun;
import dev.llmprof.testing.nsight.NcuRun.Timed;
import dev.llmprof.testing.nsight.NcuRuns;
import dev.llmprof.testing.nsight.NsysCsv;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// What was recorded, and what must be said of it. `rooflines` are a kernel's row, its operations
/// per byte and per second.
public record ProfiledRun(
        Path times,
        Path folders,
        int kernels,
        int profiled,
        long launches,
        List<List<Double>> rooflines,
        List<String> said) {
    public static final NcuRun OWN = NcuRuns.inference();
    private static final String RUN = "deepseek-ocr-rtx5090/reports/20251107-dsocr/";

    @Override
    public String toString() {
        return profiled + " of " + kernels + " kernels";
    }

    /// Ours have 880 of 1000 ms.
    public static Stream<ProfiledRun> all(Path directory) throws IOException {
        Path folders = directory.resolve("ncu");
        NcuFolders.write(OWN, folders);
        List<Timed> others =
                List.of(
                        new Timed("void at::native::softmax<(int)10>(T1)", 500, 60_000_000),
                        new Timed("void at::native::argmax<float>(T1)", 400, 40_000_000),
                        new Timed("void at::native::index<(int)4>(T1)", 300, 15_000_000),
                        new Timed("fill_kernel", 200, 5_000_000));
        String table = NsysCsv.of(OWN.kernelSummary(others));
        Path times = Files.writeString(directory.resolve("cuda_gpu_kern_sum.csv"), table);
        var own =
                new ProfiledRun(
                        times,
                        folders,
                        12,
                        8,
                        12000L + 1500 + 2400 + 9000 + 8000 + 4000 + 2000 + 100 + 1400,
                        List.of(
                                List.of(1.0, 0.710357, 1.10775e12),
                                List.of(2.0, 524.576, 2.03915e14),
                                List.of(3.0, 596.958, 6.79583e13),
                                List.of(8.0, 1.226296, 3.01e11)),
                        List.of(
                                "8 kernels of 12 were profiled with ncu. They have 88.0 %",
                                "| 48.0 % | 480 ms | 12,000 | memory (DRAM) | 39.5 µs |",
                                "| 524.58 | 204 TFLOP/s |",
                                "| 596.96 | 68.0 TFLOP/s |",
                                "Occupancy is limited by shared memory: 11.3 %",
                                "Occupancy is limited by registers: 8.3 %"));
        return Stream.concat(
                Stream.of(own),
                SharedData.ifHere(RUN + "ncu-v2").map(ProfiledRun::shared).stream());
    }

    private static ProfiledRun shared(Path folders) {
        return new ProfiledRun(
                SharedData.at(RUN + "nsys/all-stage/nsys/summary_cuda_gpu_kern_sum.csv"),
                folders,
                113,
                20,
                1_695_983,
                List.of(
                        List.of(3.0, 380.62, 5.4444e13),
                        List.of(5.0, 716.15, 1.1209e14),
                        List.of(9.0, 96.47, 6.3408e13),
                        List.of(13.0, 70.79, 3.2451e13),
                        List.of(16.0, 717.59, 1.1342e14)),
                List.of(
                        "20 kernels of 113 were profiled with ncu. They have 79.5 %",
                        "| 24.9 % | 1.23 s | 329,035 | latency | 6.75 µs |",
                        "| 380.62 | 54.4 TFLOP/s |",
                        "| 96.47 | 63.4 TFLOP/s |",
                        "| 70.79 | 32.5 TFLOP/s |",
                        "| 716.15 | 112 TFLOP/s |",
                        "| 717.59 | 113 TFLOP/s |",
                        "Occupancy is limited by registers: 11.3 %",
                        "- Few warps are resident in a hot kernel: 8.3 %"));
    }
}
