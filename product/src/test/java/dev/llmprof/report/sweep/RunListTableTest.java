package dev.llmprof.report.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class RunListTableTest {
    private static final List<ListedRun> RUNS =
            List.of(
                    new ListedRun(
                            "tmp/runs/20261118-075515",
                            Optional.of(Instant.parse("2026-11-18T06:55:15Z")),
                            Optional.of(Instant.parse("2026-11-18T06:55:27Z")),
                            "degraded",
                            List.of("run", "--", "python", "infer.py", "--n", "4\u001b[31m"),
                            "",
                            new TreeMap<>(Map.of("capture.gpu.gpu_busy_ns", 1.5e9))),
                    ListedRun.empty("tmp/runs/20261118-075512"));

    @Test
    void only80ColumnsCutTheCommand() {
        assertEquals(
                """
                run                       started      status    result           command
                tmp/runs/20261118-075515  11-18 07:55  degraded  GPU busy 1.50 s  run -- python…
                tmp/runs/20261118-075512  –            empty     no files
                """,
                text(80));
        assertEquals(80, text(80).lines().mapToInt(String::length).max().orElseThrow());
    }

    @Test
    void aPipeCutsNothingAndATerminalObeysNothing() {
        assertEquals(
                "run -- python infer.py --n 4\\u001b[31m",
                text(Integer.MAX_VALUE).lines().toList().get(1).substring(66));
    }

    private static String text(int columns) {
        return RunListTable.text(
                RUNS, ZoneId.of("Europe/Berlin"), UnaryOperator.identity(), columns);
    }
}
