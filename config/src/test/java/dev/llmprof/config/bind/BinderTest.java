package dev.llmprof.config.bind;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.llmprof.config.Composer;
import dev.llmprof.config.Composition;
import dev.llmprof.config.source.MemoryRoot;
import dev.llmprof.config.source.Request;
import dev.llmprof.problem.Problem;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Trees become records, or every mistake is told with its place.
class BinderTest {
    enum Mode {
        LIGHT,
        DEEP,
        @Key("cudaProfilerApi")
        CUDA_PROFILER_API
    }

    record Settings(
            String name,
            @InRange(min = 1) int maxNewTokens,
            double ratio,
            boolean enable,
            Mode mode,
            Optional<Duration> timeout,
            ByteSize memory,
            List<String> labels,
            Map<String, Integer> counts,
            Nested nested,
            Workload workload) {}

    record Nested(Optional<String> comment, List<Point> points) {}

    record Point(int x, int y) {
        Point {
            if (x > y) {
                throw new IllegalArgumentException("x must not be above y");
            }
        }
    }

    sealed interface Workload {
        record Builtin() implements Workload {}

        record PythonModule(String module, List<String> argv) implements Workload {}
    }

    private static final String GOOD =
            """
            name: run
            max_new_tokens: 64
            ratio: 1
            enable: true
            mode: deep
            timeout: 1h30m
            memory: 16 MiB
            labels: [a, "${name}-b"]
            counts: {a: 1, b: 2}
            nested:
              comment: null
              points: [{x: 1, y: 2}]
            workload: {kind: python_module, module: app.main, argv: []}
            """;

    @Test
    void everyKindOfComponentIsBound() {
        Settings settings = Binder.bind(composed(GOOD), Settings.class);
        assertEquals(
                new Settings(
                        "run",
                        64,
                        1.0,
                        true,
                        Mode.DEEP,
                        Optional.of(Duration.ofMinutes(90)),
                        new ByteSize(16L << 20),
                        List.of("a", "run-b"),
                        Map.of("a", 1, "b", 2),
                        new Nested(Optional.empty(), List.of(new Point(1, 2))),
                        new Workload.PythonModule("app.main", List.of())),
                settings);
    }

    @Test
    void everyProblemIsToldWithItsPlace() {
        Composition composed =
                composed(
                        GOOD.replace("ratio: 1", "ratio: fast\nratoi: 2"),
                        "max_new_tokens=0",
                        "mode=dep",
                        "timeout=soon",
                        "nested.points=[{x:3,y:2}]",
                        "workload.kind=bultin",
                        "name=???");
        var found = assertThrows(Problem.Found.class, () -> Binder.bind(composed, Settings.class));
        assertEquals(
                List.of(
                        new Problem(
                                "ratoi is not a known key",
                                "pkg://test/config.yaml:4:8",
                                "did you mean ratio?"),
                        new Problem(
                                "name has no value yet (???)",
                                "override 'name=???'",
                                "name=<value>"),
                        new Problem(
                                "max_new_tokens is 0, but must be at least 1",
                                "override 'max_new_tokens=0'",
                                "max_new_tokens=1"),
                        new Problem(
                                "ratio is 'fast', but must be a number",
                                "pkg://test/config.yaml:3:8",
                                ""),
                        new Problem(
                                "mode is 'dep', but must be one of light, deep, cudaProfilerApi",
                                "override 'mode=dep'",
                                "mode=deep"),
                        new Problem(
                                "timeout is 'soon', but must be a duration such as 30m, 1h30m or"
                                        + " 1.5s",
                                "override 'timeout=soon'",
                                ""),
                        new Problem(
                                "Missing mandatory value: the interpolation leads to 'name', which"
                                        + " is ???\n    full_key: labels[1] in ${name}-b",
                                "pkg://test/config.yaml:9:13",
                                "name=<value>"),
                        new Problem(
                                "nested.points[0]: x must not be above y",
                                "override 'nested.points=[{x:3,y:2}]'",
                                ""),
                        new Problem(
                                "workload.kind is 'bultin', but must be one of builtin,"
                                        + " python_module",
                                "override 'workload.kind=bultin'",
                                "workload.kind=builtin")),
                found.problems());
    }

    @Test
    void sizesAndDurationsKnowTheirUnits() {
        assertEquals(Optional.of(new ByteSize(80_000_000_000L)), ByteSize.parse("80GB"));
        assertEquals(Optional.of(new ByteSize(1536)), ByteSize.parse("1.5 KiB"));
        assertEquals(Optional.empty(), ByteSize.parse("many"));
        assertEquals(Optional.of(Duration.ofMillis(1500)), Durations.parse("1.5s"));
        assertEquals(Optional.of(Duration.ofSeconds(30)), Durations.parse("30"));
        assertEquals(Optional.empty(), Durations.parse("1 fortnight"));
    }

    private static Composition composed(String yaml, String... overrides) {
        return new Composer()
                .compose(
                        new Request(
                                List.of(
                                        new MemoryRoot(
                                                "main", "pkg://test", Map.of("config", yaml))),
                                Optional.of("config"),
                                List.of(overrides),
                                Request.Mode.RUN,
                                "app",
                                Path.of("/somewhere"),
                                Map.of(),
                                () -> ZonedDateTime.of(2026, 1, 2, 3, 4, 5, 0, ZoneOffset.UTC)));
    }
}
