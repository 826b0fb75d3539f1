package dev.llmprof.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.app.Wiring;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.yaml.Source;
import dev.llmprof.config.yaml.YamlReader;
import dev.llmprof.pipeline.Manifest;
import dev.llmprof.pipeline.Manifest.StageEntry;
import dev.llmprof.pipeline.Manifest.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which stages of an earlier run still hold under other keys.
class KeptStagesTest {
    private static final String BEFORE =
            """
            capture: {warmup: 1, bare: auto}
            pipeline:
              static_analysis: {enable: true}
              direct_inference: {enable: false}
              torch_profiler: {enable: true, timeout: 30m}
              nsys: {enable: true}
              ncu: {enable: true}
            """;

    @TempDir private Path directory;

    @ParameterizedTest
    @CsvSource({
        "'warmup: 1', 'warmup: 1', static_analysis direct_inference torch_profiler nsys ncu",
        "'warmup: 1', 'warmup: 2', static_analysis direct_inference",
        "'bare: auto', 'bare: on', static_analysis nsys ncu",
        "'direct_inference: {enable: false}', 'direct_inference: {enable: true}', static_analysis direct_inference nsys ncu",
        "'timeout: 30m', 'timeout: 60m', static_analysis direct_inference nsys ncu",
        "'nsys: {enable: true}', 'nsys: {enable: true, sample: none}', static_analysis direct_inference torch_profiler"
    })
    void aKeyIsOfTheStagesItTouches(String key, String other, String kept) throws IOException {
        Files.writeString(directory.resolve("config.yaml"), BEFORE);
        List<String> names =
                List.of("static_analysis", "direct_inference", "torch_profiler", "nsys", "ncu");

        Manifest manifest =
                KeptStages.of(
                        manifest(names),
                        directory,
                        tree(BEFORE.replace(key, other)),
                        Wiring.stages());

        assertEquals(
                List.of(kept.split(" ")),
                names.stream()
                        .filter(name ->
                                manifest.stage(name)
                                        .filter(stage -> stage.outcome() == Verdict.DONE)
                                        .isPresent())
                        .toList());
    }

    private static MapNode tree(String yaml) {
        return (MapNode) YamlReader.read(new Source("job", yaml));
    }

    private static Manifest manifest(List<String> names) {
        Stream<StageEntry> stages =
                names.stream()
                        .map(name ->
                                new StageEntry(
                                        name,
                                        Verdict.DONE,
                                        Optional.empty(),
                                        List.of(),
                                        Optional.empty(),
                                        Optional.empty(),
                                        List.of(),
                                        List.of()));
        return new Manifest(
                "0.1.0",
                Instant.EPOCH,
                Optional.empty(),
                List.of("run"),
                "run",
                Verdict.DONE,
                stages.toList());
    }
}
