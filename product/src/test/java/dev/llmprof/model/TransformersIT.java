package dev.llmprof.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.model.cost.Parameters;
import dev.llmprof.model.family.Families;
import dev.llmprof.model.shape.Images;
import dev.llmprof.model.shape.Precision;
import dev.llmprof.process.Command;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.testing.RealTool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every family we know, built by the real transformers with sizes drawn at random, and counted by
/// both. `-Dllmprof.seed=N` draws others, `-Dllmprof.variants=N` as many of each family.
class TransformersIT {
    private static final String SEED = System.getProperty("llmprof.seed", "20261115");
    private static final String VARIANTS = System.getProperty("llmprof.variants", "8");

    @TempDir private Path folder = Path.of(".");

    @Test
    void countsWhatTransformersBuilds() throws IOException {
        List<String> lines = built("count_with_transformers.py", SEED);
        assertEquals(List.of(), unexplained(lines));
        assertTrue(lines.size() > 70, lines.size() + " families were built");
    }

    /// Switches turned, intervals and ratios drawn, keys left out, heads taken away. What differs
    /// is listed with its reason.
    @Test
    void countsRandomVariantsOfEveryFamily() throws IOException {
        List<String> lines = built("vary_with_transformers.py", SEED, VARIANTS);
        assertEquals(List.of(), unexplained(lines));
        assertTrue(lines.size() > 500, lines.size() + " variants were built");
    }

    /// Towers, projectors and text models of random sizes, with switches turned and keys left out.
    @Test
    void countsRandomVariantsOfModelsThatSee() throws IOException {
        List<String> lines = asked("see_with_transformers.py", List.of(SEED, VARIANTS));
        assertEquals(List.of(), unexplained(lines));
        assertEquals(List.of(), lines.stream().filter(line -> isBlind(rest(line, 2))).toList());
        assertTrue(lines.size() > 100, lines.size() + " variants were built");
    }

    @Test
    void aPictureTakesThePositionsThatTheProcessorsCount() throws IOException {
        List<String> lines = asked("picture_tokens_with_transformers.py", List.of(SEED, "100"));
        List<String> differences = new ArrayList<>();
        for (String line : lines) {
            String[] cells = line.split(" ", 4);
            var picture = new Images(1, Integer.parseInt(cells[1]), Integer.parseInt(cells[2]), "");
            long counted = ModelFixtures.of(cells[3]).vision().orElseThrow().promptTokens(picture);
            if (counted != Long.parseLong(cells[0])) {
                differences.add(counted + " for " + line);
            }
        }
        assertEquals(List.of(), differences);
        assertTrue(lines.size() > 600, lines.size() + " pictures were counted");
    }

    private static String rest(String line, int cells) {
        return line.split(" ", cells)[cells - 1];
    }

    private static boolean isBlind(String json) {
        return ModelFixtures.of(json).vision().isEmpty();
    }

    private List<String> built(String name, String... arguments) throws IOException {
        List<String> words = new ArrayList<>(List.of(arguments));
        words.addAll(Families.names());
        return asked(name, words);
    }

    private List<String> asked(String name, List<String> arguments) throws IOException {
        Path python = RealTool.pythonWithTorch();
        Path script = Files.writeString(folder.resolve(name), resource(name));
        Files.writeString(folder.resolve("drawn_sizes.py"), resource("drawn_sizes.py"));
        List<String> words = new ArrayList<>(List.of(python.toString(), script.toString()));
        words.addAll(arguments);
        var answer =
                new SystemProcesses(System.getenv()).ask(Command.of(words), Duration.ofMinutes(15));
        return answer.output().lines().toList();
    }

    private static List<String> unexplained(List<String> lines) {
        List<String> differences = new ArrayList<>();
        for (String line : lines) {
            int blank = line.indexOf(' ');
            long counted = counted(line.substring(blank + 1));
            if (counted != Long.parseLong(line.substring(0, blank))) {
                differences.add(counted + " for " + line);
            }
        }
        differences.removeIf(TransformersIT::isListed);
        return differences;
    }

    private static boolean isListed(String line) {
        return resource("variants_differ.txt")
                .lines()
                .filter(entry -> !entry.startsWith("#"))
                .map(entry -> entry.split("\t"))
                .filter(entry -> line.contains("\"model_type\": \"" + entry[0] + "\""))
                .anyMatch(entry -> Pattern.compile(entry[1]).matcher(line).find());
    }

    private static long counted(String json) {
        return Parameters.of(ModelFixtures.of(json), Precision.BF16).total();
    }

    private static String resource(String name) {
        try (var in = TransformersIT.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(name, e);
        }
    }
}
