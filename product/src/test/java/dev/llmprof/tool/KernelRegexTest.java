package dev.llmprof.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class KernelRegexTest {

    @Test
    void escapesAsPythonDoes() {
        assertEquals(
                "void\\ gemm<\\(int\\)7,\\ float\\*>\\(Params::A_1\\)",
                KernelRegex.escape("void gemm<(int)7, float*>(Params::A_1)"));
        assertEquals("a/b@c=d%e'f\"g!h;`i", KernelRegex.escape("a/b@c=d%e'f\"g!h;`i"));
        assertEquals(
                "\\[\\]\\{\\}\\?\\+\\-\\|\\^\\$\\\\\\.\\&\\~\\#",
                KernelRegex.escape("[]{}?+-|^$\\.&~#"));
    }

    @Test
    void joinsNamesAsAlternativesThatMatchOnlyThem() {
        var any = KernelRegex.anyOf(List.of("gemm<1>(int)", "soft.max"));

        assertEquals("(gemm<1>\\(int\\))|(soft\\.max)", any.regex());
        Pattern pattern = Pattern.compile(any.regex());
        assertTrue(pattern.matcher("gemm<1>(int)").matches());
        assertTrue(!pattern.matcher("softXmax").matches());
    }

    @Test
    void takesAsManyNamesAsFit() {
        var any = KernelRegex.anyOf(List.of("aaaa", "bbbb", "cccc"), 15);

        assertEquals(new KernelRegex.AnyOf("(aaaa)|(bbbb)", 2, 1), any);
    }
}
