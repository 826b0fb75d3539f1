package dev.llmprof.cli.analyze;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.analysis.ncu.NcuClasses;
import dev.llmprof.app.PluginLists;
import dev.llmprof.cli.GivenWords;
import dev.llmprof.cli.OptionWord;
import dev.llmprof.cli.Root;
import dev.llmprof.console.Console;
import dev.llmprof.problem.Problem;
import dev.llmprof.run.slurm.ClusterAnalyses;
import dev.llmprof.study.ModelAsked;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.ParameterException;

class AnalyzeOptionsTest {
    private static final List<String> FRAGMENTS =
            List.of(
                    "a",
                    "b.json",
                    "-",
                    "",
                    "x=y",
                    "7",
                    "007",
                    "-1",
                    "99999999",
                    "1.5",
                    "\"q\"",
                    "--",
                    "-x",
                    "--jsom",
                    "@file",
                    "select 1");

    @Test
    void filesAndOptionsInAnyOrderMakeTheRequest() {
        List<String> words =
                List.of("a", "--top=3", "--json", "-o", "out", "b c", "--sql", "select 1");
        assertEquals(
                Optional.of(
                        new AnalyzeRequest(
                                List.of(Path.of("a"), Path.of("b c")),
                                true,
                                Optional.of(Path.of("out")),
                                Optional.of(new AnalyzeRequest.SqlAsked("select 1", false)),
                                OptionalInt.of(3),
                                NcuClasses.DEFAULT_MARGIN_POINTS,
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty())),
                AnalyzeOptions.plain(words).map(AnalyzeOptions::request));
    }

    @Test
    void aGpuNeedsNoModel() {
        assertEquals(
                Optional.of("h100"),
                AnalyzeOptions.plain(List.of("a", "--gpu=h100"))
                        .map(AnalyzeOptions::request)
                        .flatMap(AnalyzeRequest::gpu));
    }

    @Test
    void aModelAndItsRequestAreAskedTogether() {
        List<String> words =
                List.of("a", "--model", "tiny", "--gpu=h100", "--batch", "2", "--tp=4");
        assertEquals(
                Optional.of(
                        new ModelAsked(
                                "tiny",
                                Optional.of("h100"),
                                OptionalInt.of(2),
                                OptionalInt.empty(),
                                OptionalInt.empty(),
                                OptionalInt.of(4))),
                AnalyzeOptions.plain(words).map(AnalyzeOptions::request).orElseThrow().model());
    }

    @Test
    void aRequestWithoutAModelIsAMistake() {
        GivenWords given = AnalyzeOptions.plain(List.of("a", "--batch", "2")).orElseThrow();
        assertThrows(Problem.Found.class, () -> AnalyzeOptions.request(given));
    }

    /// Words split at blanks.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "-",
                "a b --json",
                "--json a",
                "--output=x a",
                "--output x a",
                "-o x a",
                "-o=x a",
                "a --top 7",
                "a --top=0",
                "--sql=select_1 a",
                "a --kernel-desc=k --gpu g --model m --prompt 3 --new-tokens 4",
                "a@b =c"
            })
    void plainWordsAreReadAsTheLibraryReadsThem(String line) {
        List<String> words = List.of(line.split(" "));
        assertEquals(Optional.of(library(words)), AnalyzeOptions.plain(words));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--json",
                "a --jsom",
                "a --json --json",
                "a --json=true",
                "a -o",
                "a -o x -o y",
                "a --output --json",
                "a --top x",
                "a --top -1",
                "a --top 99999999999",
                "a --top 3 --top 4",
                "a --classify-margin 3",
                "a --sql",
                "-- a",
                "a --outpu x"
            })
    void whatIsNotPlainIsLeftToTheLibrary(String line) {
        assertEquals(Optional.empty(), AnalyzeOptions.plain(List.of(line.split(" "))));
    }

    @Test
    void generatedWordsAreReadAsTheLibraryReadsThem() {
        var random = new Random(13);
        int plain = 0;
        for (int i = 0; i < 4000; i++) {
            List<String> words = generated(random);
            Optional<GivenWords> read = AnalyzeOptions.plain(words);
            if (read.isPresent()) {
                plain++;
                assertEquals(library(words), read.get(), words.toString());
            }
        }
        assertTrue(plain > 200, "only " + plain + " were plain");
    }

    /// Names of every declared option, now and then with the value in the same word.
    private static List<String> generated(Random random) {
        List<String> words = new ArrayList<>(List.of("a"));
        for (int left = random.nextInt(6); left > 0; left--) {
            String fragment = FRAGMENTS.get(random.nextInt(FRAGMENTS.size()));
            OptionWord<?> option =
                    AnalyzeOptions.ALL.get(random.nextInt(AnalyzeOptions.ALL.size()));
            String name = option.names().get(random.nextInt(option.names().size()));
            switch (random.nextInt(4)) {
                case 0 -> words.add(name);
                case 1 -> words.add(name + "=" + fragment);
                case 2 -> words.addAll(List.of(name, fragment));
                default -> words.add(fragment);
            }
        }
        return words;
    }

    private static GivenWords library(List<String> words) {
        var command = new AnalyzeCommand(unused());
        List<String> all = new ArrayList<>(List.of("analyze"));
        all.addAll(words);
        try {
            Root.line()
                    .addSubcommand("analyze", command)
                    .setExpandAtFiles(false)
                    .parseArgs(all.toArray(String[]::new));
        } catch (ParameterException refused) {
            throw new AssertionError("the library refuses " + words, refused);
        }
        return command.given();
    }

    private static AnalyzeRun unused() {
        Console console = Console.of(System.out, System.err, Map.of(), Console.Volume.NORMAL);
        return new AnalyzeRun(
                console,
                () -> "stamp",
                _ -> List.of(),
                PluginLists.SHIPPED::study,
                () -> new ClusterAnalyses(Map.of(), _ -> {}));
    }
}
