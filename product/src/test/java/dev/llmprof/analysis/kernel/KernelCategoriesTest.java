package dev.llmprof.analysis.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KernelCategoriesTest {

    @ParameterizedTest
    @MethodSource("names")
    void eachRuleOfNamesIsTheOneForItsExample(KernelRules.Rule rule) {
        KernelFunction function = KernelFunction.of(rule.example());
        assertEquals(
                Optional.of(rule),
                KernelCategories.NAMES.of(function.own(), function.around()),
                function.toString());
    }

    static Stream<KernelRules.Rule> names() {
        return KernelCategories.NAMES.rules().stream();
    }

    @ParameterizedTest
    @MethodSource("operators")
    void eachRuleOfOperatorsIsForItsExample(KernelRules.Rule rule) {
        assertEquals(Optional.of(rule.kind()), KernelCategories.ofOperator(rule.example()));
    }

    static Stream<KernelRules.Rule> operators() {
        return KernelCategories.OPERATORS.rules().stream();
    }

    @ParameterizedTest
    @MethodSource("known")
    void namesOfPublicLibrariesSayWhatTheyDo(String line) {
        String[] parts = line.split(" ", 2);
        KernelCategory kind = KernelCategory.valueOf(parts[0].toUpperCase(Locale.ROOT));
        assertEquals(
                kind, KernelCategories.of(parts[1]), () -> KernelFunction.of(parts[1]).toString());
    }

    static List<String> known() throws IOException {
        Path file = Path.of("src/test/resources/dev/llmprof/analysis/kernel/kernel-kinds.txt");
        return Files.readAllLines(file).stream().filter(line -> !line.startsWith("#")).toList();
    }

    @Test
    void threeColonsAreOneSeparator() {
        assertEquals(
                new KernelFunction("_gemm_", "_at_float_"),
                KernelFunction.of("at:::gemm<float>(int)"));
    }

    @Test
    void theOperatorDecidesBeforeTheName() {
        String sgemm = "volta_sgemm_64x64_nt";
        assertEquals(KernelCategory.GEMM, KernelCategories.of(sgemm));
        assertEquals(KernelCategory.GEMM, KernelCategories.of(sgemm, "aten::mm"));
        assertEquals(
                KernelCategory.CONVOLUTION, KernelCategories.of(sgemm, "aten::cudnn_convolution"));
        assertEquals(KernelCategory.GEMM, KernelCategories.of(sgemm, "CompiledFunctionBackward"));
    }

    @Test
    void whatIsNamedAfterCommunicationCommunicatesUnderAnyOperator() {
        assertEquals(
                KernelCategory.COMMUNICATION,
                KernelCategories.of("ncclDevKernel_AllReduce_Sum_f16_RING_LL(int)", "aten::mm"));
    }

    @Test
    void wordsOfTheOperatorSpeakForANameThatSaysNothing() {
        assertEquals(
                KernelCategory.ATTENTION,
                KernelCategories.of("main_kernel", "vllm::unified_attention_with_output"));
        assertEquals(
                KernelCategory.CACHE,
                KernelCategories.of(
                        "reshape_and_cache_kernel_flash", "vllm::unified_attention_with_output"));
        assertEquals(KernelCategory.OTHER, KernelCategories.of("main_kernel", "myops::frobnicate"));
        assertEquals(KernelCategory.OTHER, KernelCategories.of("", ""));
    }
}
