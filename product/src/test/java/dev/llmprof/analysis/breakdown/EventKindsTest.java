package dev.llmprof.analysis.breakdown;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.kernel.KernelCategories;
import dev.llmprof.analysis.kernel.KernelCategory;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.testing.SharedData;
import dev.llmprof.testing.kineto.Dialect;
import dev.llmprof.testing.kineto.GpuEvent.Work;
import dev.llmprof.testing.kineto.Lane;
import dev.llmprof.testing.kineto.Program;
import dev.llmprof.testing.kineto.Programs;
import dev.llmprof.testing.kineto.Recording;
import dev.llmprof.trace.kineto.KinetoReader;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class EventKindsTest {
    private static final Lane STREAM = new Lane(0, 7);
    private static final String SGEMM = "volta_sgemm_64x64_nt";

    @Test
    void aKernelHasTimeInTheKindsOfItsOperators() throws IOException {
        var program = new Program(Dialect.CUDA, 1);
        launch(program, "aten::mm", SGEMM, 3_000);
        launch(program, "aten::cudnn_convolution", SGEMM, 5_000);
        launch(program, "my::op", SGEMM, 4_000);
        Capture capture = Capture.of(nested(program.recorded()));

        assertEquals(
                List.of(
                        new CategoryBreakdown.Row(KernelCategory.GEMM, 2, 7_000, 2, 7_000),
                        new CategoryBreakdown.Row(KernelCategory.CONVOLUTION, 1, 5_000, 1, 5_000)),
                capture.gpu().categories().rows());
        assertEquals(KernelCategory.GEMM, capture.gpu().kernels().rows().getFirst().category());
    }

    @Test
    void communicationIsTheSameInTimelineAndTable() throws IOException {
        var program = new Program(Dialect.CUDA, 1);
        launch(program, "aten::mm", SGEMM, 3_000);
        launch(
                program,
                "vllm::all_reduce",
                "void multimem_all_reduce_kernel<float, 16>(int)",
                7_000);
        launch(program, "c10d::allreduce_", "void anything<float>(int)", 2_000);
        program.launch(Work.kernel("ncclDevKernel_AllGather_RING_LL(int)", STREAM, 1_000));
        Capture capture = Capture.of(nested(program.recorded()));

        assertEquals(10_000, capture.gpu().timeline().communicationNanos());
        assertEquals(
                10_000,
                capture.gpu().categories().rows().stream()
                        .filter(row -> row.category() == KernelCategory.COMMUNICATION)
                        .mapToLong(CategoryBreakdown.Row::totalNanos)
                        .sum());
    }

    private static void launch(Program program, String operator, String kernel, long nanos) {
        program.operator(operator, "[]", () -> program.launch(Work.kernel(kernel, STREAM, nanos)));
    }

    private static NestedTrace nested(Recording recording) throws IOException {
        return NestedTrace.of(KinetoReader.read("own", new ByteArrayInputStream(recording.json())));
    }

    /// GPU time of kernels whose operator is certain, and what of it the name alone calls another
    /// kind. A product that computes a convolution is named as a product by its library.
    private record Misnamed(long certainNanos, long wrongNanos, long productNanos) {
        static Misnamed of(NestedTrace nested) {
            var gpu = nested.trace().gpu();
            Map<String, KernelCategory> names = new HashMap<>();
            long certain = 0;
            long wrong = 0;
            long product = 0;
            for (int row = 0; row < gpu.size(); row++) {
                Optional<KernelCategory> truth = KernelCategories.ofOperator(nested.operator(row));
                if (gpu.kind().get(row) != 0 || truth.isEmpty()) {
                    continue;
                }
                long nanos = gpu.durationNanos().get(row);
                KernelCategory named =
                        names.computeIfAbsent(gpu.name().get(row), KernelCategories::of);
                boolean same = named == truth.get();
                boolean computed =
                        named == KernelCategory.GEMM && truth.get() == KernelCategory.CONVOLUTION;
                certain += nanos;
                product += !same && computed ? nanos : 0;
                wrong += !same && !computed ? nanos : 0;
            }
            return new Misnamed(certain, wrong, product);
        }

        Misnamed plus(Misnamed other) {
            return new Misnamed(
                    certainNanos + other.certainNanos,
                    wrongNanos + other.wrongNanos,
                    productNanos + other.productNanos);
        }
    }

    @Test
    void namesAloneMisnameAtMostAHundredthOfTheTimeThatIsCertain() throws IOException {
        Map<String, Misnamed> all = new LinkedHashMap<>();
        for (var program : Programs.all().entrySet()) {
            // The others launch any kernel from any operator.
            if (program.getValue().rank().isPresent() || program.getKey().startsWith("eager")) {
                all.put(program.getKey(), Misnamed.of(nested(program.getValue())));
            }
        }
        assertAtMostAHundredth(all);
    }

    @Test
    void namesOfRealCapturesMisnameAtMostAHundredthToo() throws IOException {
        Map<String, Misnamed> all = new LinkedHashMap<>();
        for (String folder : List.of("kineto/hta", "kineto/tracelens", "kineto/kineto-tb")) {
            for (Path trace : traces(folder)) {
                try (InputStream in =
                        new BufferedInputStream(
                                new GZIPInputStream(Files.newInputStream(trace), 1 << 16))) {
                    all.put(
                            trace.getFileName().toString(),
                            Misnamed.of(NestedTrace.of(KinetoReader.read("t", in))));
                }
            }
        }
        if (!all.isEmpty()) {
            assertAtMostAHundredth(all);
        }
    }

    private static List<Path> traces(String folder) throws IOException {
        List<Path> found = new ArrayList<>();
        Optional<Path> here = SharedData.ifHere(folder);
        if (here.isPresent()) {
            try (var files = Files.list(here.get())) {
                files.filter(file -> file.toString().endsWith(".gz")).sorted().forEach(found::add);
            }
        }
        return found;
    }

    private static void assertAtMostAHundredth(Map<String, Misnamed> all) {
        Misnamed sum = all.values().stream().reduce(new Misnamed(0, 0, 0), Misnamed::plus);
        var table = new StringBuilder("certain ms, misnamed %, products that convolve %\n");
        all.forEach((name, each) -> table.append(line(name, each)));
        table.append(line("all", sum));
        assertTrue(sum.certainNanos() > 0, table::toString);
        assertTrue(sum.wrongNanos() * 100 <= sum.certainNanos(), table::toString);
    }

    private static String line(String name, Misnamed it) {
        double certain = Math.max(1, it.certainNanos());
        return String.format(
                Locale.ROOT,
                "%9.3f %6.2f %6.2f  %s%n",
                certain / 1e6,
                100 * it.wrongNanos() / certain,
                100 * it.productNanos() / certain,
                name);
    }
}
