package dev.llmprof.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.llmprof.testing.SharedData;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class EmittedOperatorsTest {
    @Test
    void rangesOfEmitNvtxAreOperatorsAgain() throws IOException {
        Path file = SharedData.at("nsight/gindachen-nsys-ai/mfu_2gpu_before.sqlite");
        HostTable host = EmittedOperators.in(NsysSqlite.read(file)).host();
        long calls = 0;
        for (int row = 0; row < host.size(); row++) {
            calls += host.kindOf(row).isCall() ? 1 : 0;
        }
        assertEquals(7466, calls);
        int first = 7466;
        assertEquals(HostKind.OPERATOR, host.kindOf(first));
        assertEquals("aten::empty", host.name().get(first));
    }

    @Test
    void aTraceWithoutThemStaysAsItIs() throws IOException {
        Trace trace = NsysSqlite.read(Path.of("src/test/resources/nsys/2022.4/ranges.sqlite"));
        assertSame(trace, EmittedOperators.in(trace));
    }
}
