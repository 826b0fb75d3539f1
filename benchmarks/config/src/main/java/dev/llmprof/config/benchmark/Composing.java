package dev.llmprof.config.benchmark;

import dev.llmprof.config.Composer;
import dev.llmprof.config.Composition;
import dev.llmprof.config.source.Request;
import dev.llmprof.config.source.DirectoryRoot;
import dev.llmprof.config.sweep.PlannedJob;
import dev.llmprof.config.sweep.Sweeps;
import dev.llmprof.config.yaml.YamlWriter;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// Composing a tree of the size our users have, in process. The tree is the one `-Dtree=DIR` names.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class Composing {
    private static final Path TREE = Path.of(System.getProperty("tree", "conf")).toAbsolutePath();
    private static final List<String> NINE =
            List.of(
                    "device=cpu",
                    "infer.max_new_tokens=7",
                    "infer.temperature=0.5",
                    "pipeline.nsys.enable=true",
                    "pipeline.ncu.enable=true",
                    "dataset.sampling.num_epochs=2",
                    "+extra.a=1",
                    "++extra.b=[1,2]",
                    "model.dtype=fp32");

    private final Composer kept = new Composer();

    @Benchmark
    public Composition filesRead() {
        return new Composer().compose(request(List.of()));
    }

    @Benchmark
    public Composition filesKept() {
        return kept.compose(request(List.of()));
    }

    @Benchmark
    public Composition filesKeptNineOverrides() {
        return kept.compose(request(NINE));
    }

    @Benchmark
    public String filesKeptAndPrinted() {
        return YamlWriter.write(kept.compose(request(List.of())).job());
    }

    @Benchmark
    public List<PlannedJob> sweepOfEightPlanned() {
        var sweeps = new Sweeps(kept);
        return sweeps.plan(sweeps.master(request(List.of("infer.max_new_tokens=range(8)"))));
    }

    private static Request request(List<String> overrides) {
        return new Request(
                List.of(new DirectoryRoot("main", TREE, TREE)),
                Optional.of("config"),
                overrides,
                Request.Mode.RUN,
                "app",
                TREE,
                Map.of(),
                ZonedDateTime.of(2026, 1, 2, 3, 4, 5, 0, ZoneOffset.UTC));
    }
}
