package dev.llmprof.app;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.pipeline.Manifest;
import dev.llmprof.study.compare.RunDirectories;
import dev.llmprof.testing.kineto.Dialect;
import dev.llmprof.testing.kineto.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every command of docs/comparing.md in its order, on runs that are there: `run` is only planned,
/// and `noise` reads runs in place of making them.
class ComparingPageTest {
    private static final Path PAGE = Path.of("../docs/comparing.md");
    private static final Pattern COMMAND =
            Pattern.compile("^(?:    |      - run: |    - )llmprof (.*)$", Pattern.MULTILINE);
    private static final Set<Integer> ANSWERS = Set.of(0, 4, 5, 6);

    @TempDir private Path folder;

    @BeforeEach
    void runs() throws IOException {
        for (String runs :
                List.of("tmp/runs/before", "tmp/runs/after", "runs/before", "runs/after")) {
            for (int number = 1; number <= 5; number++) {
                RunDirectories.write(
                        folder.resolve(runs).resolve(String.valueOf(number)),
                        Programs.eagerLlama(Dialect.CUDA),
                        Manifest.Verdict.DONE,
                        "run");
            }
        }
        for (String capture : List.of("before.json.gz", "after.json.gz")) {
            Programs.eagerLlama(Dialect.CUDA).writtenTo(folder.resolve(capture));
        }
    }

    @Test
    void everyCommandIsOneThatWorks() throws IOException {
        List<String> commands =
                COMMAND.matcher(Files.readString(PAGE))
                        .results()
                        .map(found -> found.group(1).replaceFirst("\\s+#.*", ""))
                        .toList();
        assertTrue(commands.size() >= 10, commands::toString);
        for (String command : commands) {
            TypedWords answer = TypedWords.of(words(command));
            assertTrue(ANSWERS.contains(answer.exitCode()), () -> command + "\n" + answer.said());
        }
        assertTrue(Files.exists(folder.resolve("baselines/main/noise.csv")));
        assertTrue(Files.exists(folder.resolve("tmp/compare/compare.html")));
        assertTrue(Files.exists(folder.resolve("gate.xml")));
    }

    private String[] words(String command) {
        List<String> words = new ArrayList<>();
        List<String> typed = List.of(command.split(" +"));
        int program = typed.contains("--") ? typed.indexOf("--") : typed.size();
        for (String word : typed.subList(0, program)) {
            boolean isFile = word.contains("/") || word.matches(".*\\.(gz|md|xml|csv)");
            words.add(isFile ? folder.resolve(word).toString() : word);
        }
        switch (typed.getFirst()) {
            case "run" -> {
                words.add("--dry-run");
                words.addAll(typed.subList(program, typed.size()));
            }
            case "noise" -> words.addAll(List.of("--of", folder.resolve("runs/before").toString()));
            default -> {}
        }
        if (!typed.getFirst().equals("run")) {
            words.add("baseline.dir=" + folder.resolve("baselines"));
        }
        return words.toArray(String[]::new);
    }
}
