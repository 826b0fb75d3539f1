package dev.llmprof.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.llmprof.testing.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class KernelNamesTest {

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

    @Test
    void allTwentyKernelsOfARealRunMeet() throws IOException {
        Path run = SharedData.at("deepseek-ocr-rtx5090/reports/20251107-dsocr");
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
        assertEquals(
                nsys.stream().map(KernelNames::key).toList(),
                ncu.stream().map(KernelNames::key).toList());
        assertEquals(20, new HashSet<>(nsys.stream().map(KernelNames::key).toList()).size());
    }

    private static List<String> names(Path file, String pattern) throws IOException {
        return Pattern.compile(pattern, Pattern.MULTILINE)
                .matcher(Files.readString(file))
                .results()
                .map(match -> match.group(1).replaceAll("^['\"]|['\"]$", ""))
                .toList();
    }
}
