package dev.llmprof.analysis.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.testing.SharedData;
import dev.llmprof.trace.GpuKind;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.kineto.KinetoReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class KernelNamesTest {
    private static final Path OURS =
            Path.of("src/test/resources/dev/llmprof/analysis/kernel/kernel-spellings.txt");
    private static final String NSYS = "^nsys (.*)$";
    private static final String NCU = "^ncu (.*)$";

    @Test
    void nsysAndNcuSpellOneKernel() {
        assertEquals(
                KernelNames.key("void cutlass::Kernel2<cutlass_80_tn_align8>(T1::Params)"),
                KernelNames.key("void Kernel2<cutlass_80_tn_align8>(Params)"));
        assertEquals(
                "vectorized_elementwise_kernel 4 silu_kernel TensorIteratorBase lambda 1 operator"
                        + " lambda 6 operator lambda BFloat16 1 array char 2",
                KernelNames.key(
                        "void at::native::vectorized_elementwise_kernel<(int)4,"
                                + " at::native::<unnamed>::silu_kernel(at::TensorIteratorBase"
                                + " &)::[lambda() (instance 1)]::operator ()() const::[lambda()"
                                + " (instance 6)]::operator ()() const::[lambda(c10::BFloat16)"
                                + " (instance 1)], std::array<char *, (unsigned long)2>>(int, T2,"
                                + " T3)"));
    }

    @Test
    void comparisonsAndArrowsAreNoBrackets() {
        assertEquals(
                "kernel<(((8)>(0)))>", KernelNames.brief("void at::kernel<(((8)>(0)))>(int, int)"));
        assertEquals(
                "kernel<(1<(8>>2)), Less<int>>",
                KernelNames.brief("void ns::kernel<(1<(8>>2)), ns::Less<int>>(int *)"));
        assertEquals(
                "operator<<<int>",
                KernelNames.brief("void ns::operator<< <int>(int)").replace(" ", ""));
        assertEquals(
                "apply<decltype(a->b)>", KernelNames.brief("void apply<decltype(a->b)>(float)"));
        assertEquals("attention block 3", KernelNames.brief("attention block 3"));
        assertEquals("foo", KernelNames.brief("void foo(int) [clone .kd]"));
    }

    @ParameterizedTest
    @MethodSource("allNames")
    void everyNameAndEveryPieceOfItHasAShortOne(String name) {
        assertTrue(Character.isJavaIdentifierStart(KernelNames.brief(name).charAt(0)), name);
        for (int end = 1; end < name.length(); end += 1 + name.length() / 12) {
            assertFalse(KernelNames.brief(name.substring(0, end)).isEmpty());
            assertFalse(KernelNames.brief(name.substring(end)).isEmpty());
            assertTrue(KernelFunction.of(name.substring(0, end)).own().length() >= 2);
        }
    }

    static Stream<String> allNames() throws IOException {
        return Stream.of(
                        KernelCategoriesTest.known().stream().map(line -> line.split(" ", 2)[1]),
                        KernelCategories.NAMES.rules().stream().map(KernelRules.Rule::example),
                        names(OURS, NSYS).stream(),
                        names(OURS, NCU).stream(),
                        realNames().stream())
                .flatMap(names -> names);
    }

    private static List<String> realNames() throws IOException {
        Set<String> names = new TreeSet<>();
        for (String folder : List.of("kineto/hta", "kineto/tracelens", "kineto/kineto-tb")) {
            Optional<Path> here = SharedData.ifHere(folder);
            if (here.isPresent()) {
                try (var files = Files.list(here.get())) {
                    for (Path file : files.filter(f -> f.toString().endsWith(".gz")).toList()) {
                        names.addAll(kernels(file));
                    }
                }
            }
        }
        return List.copyOf(names);
    }

    private static Set<String> kernels(Path trace) throws IOException {
        Set<String> names = new TreeSet<>();
        try (var in = new GZIPInputStream(Files.newInputStream(trace))) {
            GpuTable gpu = KinetoReader.read("trace", in).gpu();
            for (int row = 0; row < gpu.size(); row++) {
                if (gpu.kindOf(row) == GpuKind.KERNEL) {
                    names.add(gpu.name().get(row));
                }
            }
        }
        return names;
    }

    @Test
    void pytorchSpellsItWithItsArguments() {
        assertEquals(
                KernelNames.key(
                        "void at::native::vectorized_elementwise_kernel<(int)4,"
                                + " at::native::CUDAFunctor_add<c10::BFloat16>, std::array<char *,"
                                + " (unsigned long)3>>(int, T2, T3)"),
                KernelNames.key(
                        "void at::native::vectorized_elementwise_kernel<4,"
                                + " at::native::CUDAFunctor_add<c10::BFloat16>, std::array<char*, 3ul>"
                                + " >(int, at::native::CUDAFunctor_add<c10::BFloat16>,"
                                + " std::array<char*, 3ul>)"));
        assertEquals(
                KernelNames.key(
                        "std::enable_if<!T7, void>::type internal::gemvx::kernel<(bool)0>(T13)"),
                KernelNames.key(
                        "std::enable_if<!(false), void>::type internal::gemvx::kernel<false>(X)"));
    }

    @Test
    void differentParametersAreDifferentKernels() {
        assertNotEquals(
                KernelNames.key("void gemm<(int)6, (bool)0>(T1)"),
                KernelNames.key("void gemm<(int)7, (bool)0>(T1)"));
    }

    @Test
    void plainNamesStay() {
        assertEquals("ampere_sgemm_128x64_nn", KernelNames.key("ampere_sgemm_128x64_nn"));
        assertEquals("ampere_sgemm_128x64_nn", KernelNames.brief("ampere_sgemm_128x64_nn"));
        assertEquals("", KernelNames.key(""));
    }

    @Test
    void aShortNameKeepsTheTemplate() {
        assertEquals(
                "Kernel2<cutlass_80_tn>",
                KernelNames.brief("void cutlass::Kernel2<cutlass_80_tn>(T1::Params)"));
    }

    /// As nsys and as ncu print them, in this order.
    record Spellings(List<String> nsys, List<String> ncu) {}

    @ParameterizedTest(name = "{0}")
    @MethodSource("runs")
    void allKernelsOfARunMeet(String name, Spellings run) {
        List<String> keys = run.nsys().stream().map(KernelNames::key).toList();
        assertEquals(keys, run.ncu().stream().map(KernelNames::key).toList());
        assertEquals(run.nsys().size(), new HashSet<>(keys).size());
    }

    static Stream<Arguments> runs() throws IOException {
        List<Arguments> runs = new ArrayList<>();
        runs.add(Arguments.of("our list", new Spellings(names(OURS, NSYS), names(OURS, NCU))));
        Optional<Path> real = SharedData.ifHere("deepseek-ocr-rtx5090/reports/20251107-dsocr");
        if (real.isPresent()) {
            runs.add(Arguments.of("a real run", spellings(real.get())));
        }
        return runs.stream();
    }

    private static Spellings spellings(Path run) throws IOException {
        List<String> nsys = names(run.resolve("nsys/top-kernels.yaml"), "^- +name: (.*)$");
        List<String> ncu = new ArrayList<>();
        try (var folders = Files.list(run.resolve("ncu-v2"))) {
            for (Path folder :
                    folders.filter(f -> f.getFileName().toString().startsWith("kernel_"))
                            .sorted()
                            .toList()) {
                ncu.add(
                        names(
                                        folder.resolve("ncu.details.csv"),
                                        "^\"0\",\"\\d+\",\"[^\"]*\",\"[^\"]*\",\"([^\"]*)\"")
                                .getFirst());
            }
        }
        assertEquals(20, nsys.size());
        return new Spellings(nsys, ncu);
    }

    private static List<String> names(Path file, String pattern) throws IOException {
        return Pattern.compile(pattern, Pattern.MULTILINE)
                .matcher(Files.readString(file))
                .results()
                .map(match -> match.group(1).replaceAll("^['\"]|['\"]$", ""))
                .toList();
    }
}
