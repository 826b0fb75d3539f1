package dev.llmprof.trace.nsys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.llmprof.testing.SharedData;
import dev.llmprof.trace.HostTable;
import dev.llmprof.trace.Trace;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmittedOperatorsTest {
    @TempDir Path directory;

    @Test
    void rangesOfEmitNvtxAreOperatorsAgain() throws IOException, SQLException {
        assertEquals(
                List.of(
                        "RUNTIME_CALL cudaLaunchKernel",
                        "RUNTIME_CALL cudaMemcpyAsync",
                        "RANGE decode",
                        "OPERATOR aten::empty",
                        "OPERATOR aten::mm",
                        "OPERATOR aten::linear",
                        "OPERATOR vllm::moe, fused",
                        "RANGE request, seq = 4"),
                host(EmittedOperators.in(NsysTraces.read(emitted()))));
        Optional<Path> real = SharedData.ifHere("nsight/gindachen-nsys-ai/mfu_2gpu_before.sqlite");
        if (real.isPresent()) {
            List<String> host = host(EmittedOperators.in(NsysTraces.read(real.get())));
            assertEquals(7466, host.stream().filter(row -> row.contains("_CALL ")).count());
            assertEquals("OPERATOR aten::empty", host.get(7466));
        }
    }

    @Test
    void aTraceWithoutThemStaysAsItIs() throws IOException {
        Trace trace = NsysTraces.read(Path.of("src/test/resources/nsys/2022.4/ranges.sqlite"));
        assertSame(trace, EmittedOperators.in(trace));
    }

    private static List<String> host(Trace trace) {
        HostTable host = trace.host();
        List<String> rows = new ArrayList<>();
        for (int row = 0; row < host.size(); row++) {
            rows.add(host.kindOf(row) + " " + host.name().get(row));
        }
        return rows;
    }

    /// As `torch.autograd.profiler.emit_nvtx` names its ranges, with and without shapes, and as it
    /// did before operators had ids.
    private Path emitted() throws SQLException {
        Path file = directory.resolve("emitted.sqlite");
        long thread = 0x0001_0000_0000_0000L | 55L << 24 | 66;
        try (var sql = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = sql.createStatement()) {
            for (String line :
                    """
                    CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT)
                    INSERT INTO StringIds VALUES (1,'cudaLaunchKernel_v7000'),(2,'cudaMemcpyAsync_v3020')
                    CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER, end INTEGER, globalTid INTEGER, correlationId INTEGER, nameId INTEGER)
                    INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (22,24,T,5,1),(33,34,T,6,2)
                    CREATE TABLE NVTX_EVENTS (start INTEGER, end INTEGER, eventType INTEGER, text TEXT, globalTid INTEGER)
                    INSERT INTO NVTX_EVENTS VALUES (0,90,59,'decode',T)
                    INSERT INTO NVTX_EVENTS VALUES (10,15,59,'aten::empty, op_id = 3',T)
                    INSERT INTO NVTX_EVENTS VALUES (20,30,59,'aten::mm, seq = 7, op_id = 42, sizes = [[1, 256], [256, 1024]]',T)
                    INSERT INTO NVTX_EVENTS VALUES (31,40,59,'aten::linear, seq = 8, sizes = [[1, 4], [4, 4]], input_op_ids = [(3,0)]',T)
                    INSERT INTO NVTX_EVENTS VALUES (41,50,59,'vllm::moe, fused, op_id = 9',T)
                    INSERT INTO NVTX_EVENTS VALUES (60,70,59,'request, seq = 4',T)
                    """
                            .lines()
                            .toList()) {
                statement.executeUpdate(
                        line.replace(",T)", "," + thread + ")").replace(",T,", "," + thread + ","));
            }
        }
        return file;
    }
}
