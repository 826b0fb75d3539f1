package dev.llmprof.cli.analyze;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.app.PluginLists;
import dev.llmprof.cli.Console;
import dev.llmprof.cli.Root;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class AnalyzeWordsTest {

    @Test
    void readsFilesAndOptionsInAnyOrder() {
        assertEquals(
                Optional.of(
                        new AnalyzeRequest(
                                List.of(Path.of("a.json"), Path.of("b c.sqlite")),
                                true,
                                Optional.of(Path.of("out")),
                                Optional.of("select 1"),
                                3)),
                AnalyzeWords.request(
                        List.of(
                                "a.json",
                                "--top=3",
                                "--json",
                                "-o",
                                "out",
                                "b c.sqlite",
                                "--sql",
                                "select 1")));
    }

    /// Words split at blanks; whatever the quick way understands, the library reads the same.
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
                "a --top 7",
                "a --top=0",
                "--sql=select_1 a",
                "--quiet a --json",
                "a --verbose",
                "a@b =c"
            })
    void agreesWithTheLibrary(String line) {
        List<String> words = List.of(line.split(" "));
        var command = new AnalyzeCommand(unused());
        new CommandLine(new Root())
                .addSubcommand("analyze", command)
                .setExpandAtFiles(false)
                .parseArgs(("analyze " + line).split(" "));
        assertEquals(Optional.of(command.request()), AnalyzeWords.request(words));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--json",
                "a --help",
                "a -h",
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
                "a --sql",
                "-- a",
                "a --outpu x"
            })
    void leavesWhatIsNotPlainToTheLibrary(String line) {
        assertEquals(Optional.empty(), AnalyzeWords.request(List.of(line.split(" "))));
    }

    private static AnalyzeRun unused() {
        Console console = Console.of(System.out, System.err, Map.of(), Console.Volume.NORMAL);
        return new AnalyzeRun(console, () -> "stamp", _ -> List.of(), PluginLists.SHIPPED::study);
    }
}
