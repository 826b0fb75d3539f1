package dev.llmprof.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.config.bind.Key;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.run.settings.NcuKeys;
import dev.llmprof.run.settings.NsysKeys;
import dev.llmprof.run.settings.RunKeys;
import dev.llmprof.run.settings.WorkloadKeys;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What is written about the configuration is what the configuration does.
class DocumentationTest {
    private static final Path PAGE = Path.of("../docs/configuration.md");
    private static final Path PRESETS = Path.of("../conf/profiling");
    private static final String ON = "pipeline.nsys.enable=true";
    private static final Pattern OVERRIDE = Pattern.compile("^#.*?(pipeline\\.[\\w.]+=\\S+)");

    @Test
    void everyKeyOfTheTreeIsExplainedAndNoOther() throws IOException {
        Set<String> shipped = new TreeSet<>();
        addLeaves("", Composed.of().composition().job(), shipped);
        addLeaves("", Composed.of("workload=server").composition().job(), shipped);
        Set<String> explained = DocumentedKeys.of(PAGE);
        explained.remove("hydra.run.dir");

        assertEquals(shipped, explained);
    }

    @ParameterizedTest
    @MethodSource("boundRecords")
    void everyFieldThatIsReadIsExplained(String prefix, Class<?> type) throws IOException {
        Set<String> explained = DocumentedKeys.of(PAGE);

        for (RecordComponent field : type.getRecordComponents()) {
            String key = prefix + name(field);
            assertTrue(
                    explained.stream().anyMatch(e -> e.equals(key) || e.startsWith(key + ".")),
                    key);
        }
    }

    static Stream<Arguments> boundRecords() {
        return Stream.of(
                Arguments.of("run.", RunKeys.class),
                Arguments.of("workload.", WorkloadKeys.class),
                Arguments.of("pipeline.nsys.", NsysKeys.class),
                Arguments.of("pipeline.ncu.", NcuKeys.class),
                Arguments.of("pipeline.ncu.ncu_cli.", NcuKeys.Cli.class),
                Arguments.of("pipeline.ncu.ncu_cli.nvtx.", NcuKeys.Nvtx.class),
                Arguments.of("pipeline.ncu.ncu_cli.export.", NcuKeys.Export.class));
    }

    private static String name(RecordComponent field) {
        Key key = field.getAnnotation(Key.class);
        return key != null
                ? key.value()
                : field.getName().replaceAll("([a-z])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
    }

    /// A value for each row of the table; the flag it is said to become must then be there.
    private static final Map<String, String> SAMPLES = samples();

    @Test
    void theTableOfPresetsNamesEveryKeyOfNcuCli() throws IOException {
        Set<String> keys = new TreeSet<>();
        rows().forEach(row -> keys.addAll(row.keys()));

        Set<String> bound = new TreeSet<>();
        addLeaves("", (MapNode) ncuCli(), bound);
        assertEquals(bound, keys);
        assertEquals(bound, SAMPLES.keySet());
    }

    @ParameterizedTest
    @MethodSource("rows")
    void everyRowsFlagIsWhatTheKeyBecomes(Row row) {
        for (int i = 0; i < row.flags().size(); i++) {
            String key = row.keys().get(i);
            List<String> argv =
                    Composed.of(
                                    "pipeline.ncu.enable=true",
                                    "pipeline.ncu.ncu_cli.kernel_name=k",
                                    "pipeline.ncu.ncu_cli." + key + "=" + SAMPLES.get(key))
                            .argv("ncu");

            assertTrue(argv.contains(row.flags().get(i)), () -> key + ": " + argv);
        }
    }

    @Test
    void everyHintInAPresetsCommentsIsAnOverrideThatWorks() throws IOException {
        List<String> hints = hints(PRESETS.resolve("nsys/nsys.default.yaml"));

        assertEquals(
                List.of(
                        "pipeline.nsys.gating_nvtx=false",
                        "pipeline.nsys.nvtx_capture=decode",
                        "pipeline.nsys.nvtx_capture=decode@*",
                        "pipeline.nsys.nvtx_domain_include=default",
                        "pipeline.nsys.capture_range_end=repeat:1"),
                hints);
        List<String> plain = Composed.of(ON).argv("nsys");
        for (String hint : hints) {
            assertEquals(List.of(), Composed.of(ON, hint).problems(), hint);
            assertFalse(plain.equals(Composed.of(ON, hint).argv("nsys")), hint);
        }
    }

    @ParameterizedTest
    @MethodSource("presets")
    void everyPresetSaysWhatItIsFor(Path preset) throws IOException {
        String first = Files.readAllLines(preset).getFirst();

        assertTrue(first.matches("# [A-Z].{20,}[.?]?"), first);
    }

    static Stream<Path> presets() throws IOException {
        try (var files = Files.walk(PRESETS)) {
            return files
                    .filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    record Row(List<String> keys, List<String> flags) {}

    static List<Row> rows() throws IOException {
        return Files.readAllLines(PRESETS.resolve("README.md")).stream()
                .dropWhile(line -> !line.startsWith("| key under"))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> line.split(" \\| ", -1))
                .map(cells -> new Row(words(cells[0], "[a-z]"), words(cells[1], "-")))
                .toList();
    }

    /// The first words of what stands in backticks.
    private static List<String> words(String cell, String first) {
        return Pattern.compile("`(" + first + "[^` ]*)")
                .matcher(cell)
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    private static List<String> hints(Path preset) throws IOException {
        return Files.readAllLines(preset).stream()
                .flatMap(line -> OVERRIDE.matcher(line).results())
                .map((MatchResult found) -> found.group(1))
                .toList();
    }

    private static Node ncuCli() {
        return Composed.of().binder().read("pipeline.ncu.ncu_cli", Node.class).orElseThrow();
    }

    private static void addLeaves(String prefix, MapNode map, Set<String> leaves) {
        map.entries()
                .forEach(entry -> {
                    String name = prefix.endsWith("extra.") ? "MODEL" : "" + entry.getKey();
                    if (entry.getValue() instanceof MapNode inner && !name.equals("env")) {
                        addLeaves(prefix + name + ".", inner, leaves);
                    } else {
                        leaves.add(prefix + name);
                    }
                });
    }

    private static Map<String, String> samples() {
        Map<String, String> samples = new LinkedHashMap<>();
        samples.put("target_processes", "application-only");
        samples.put("replay_mode", "application");
        samples.put("nvtx.include", "prefill");
        samples.put("set", "full");
        samples.put("metrics", "[a.sum]");
        samples.put("sections", "[LaunchStats]");
        samples.put("kernel_name", "gemm");
        samples.put("kernel_name_base", "mangled");
        samples.put("launch_skip", "3");
        samples.put("launch_count", "4");
        samples.put("export.csv", "false");
        samples.put("force_overwrite", "true");
        return new TreeMap<>(samples);
    }
}
