package dev.llmprof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.console.Console;
import dev.llmprof.problem.Problem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

class FrontTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Echo echo = new Echo();

    @Test
    void anUnknownCommandSuggestsTheNearest() {
        assertEquals(2, run("ehco"));
        assertEquals(
                """
                error: unknown command 'ehco'
                  at   the command line
                  fix  did you mean echo?
                       llmprof --help shows what it takes
                """,
                err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void anUnknownOptionSuggestsTheNearest() {
        assertEquals(2, run("echo", "--fail-wiht", "x"));
        assertTrue(
                err.toString(StandardCharsets.UTF_8).contains("did you mean --fail-with?"),
                err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void wordsAfterTheDoubleDashReachTheCommandUntouched() {
        assertEquals(0, run("echo", "a=b", "--", "python", "--", "-x", "@file", "ü \"q\""));
        assertEquals(List.of("a=b"), echo.words);
        assertEquals(List.of("python", "--", "-x", "@file", "ü \"q\""), echo.wrapped);
    }

    @Test
    void aUsersMistakeHasAFixAndNoStackTrace() {
        assertEquals(2, run("echo", "--fail-with", "problem"));
        assertEquals(
                "error: wrong\n  at   there\n  fix  do this\n",
                err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void ourOwnFaultIsWrittenToALogThatTheMessageNames() throws IOException {
        assertEquals(3, run("echo", "--fail-with", "bug"));
        String message = err.toString(StandardCharsets.UTF_8);
        Path log =
                Path.of(
                        message.lines()
                                .filter(line -> line.startsWith("  at   "))
                                .findFirst()
                                .orElseThrow()
                                .substring(7));
        assertTrue(Files.readString(log).contains("at dev.llmprof.cli.FrontTest$Echo.call"));
        Files.delete(log);
    }

    @Test
    void aMissingFileIsTheUsersToPutRight() {
        assertEquals(2, run("echo", "--fail-with", "file"));
        assertEquals(
                """
                error: there is no such file or directory
                  at   absent.json
                  fix  check the path and its rights
                """,
                err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void helpListsEveryCommandAndCompletionKnowsThem() {
        assertEquals(0, run("--help"));
        assertTrue(out.toString(StandardCharsets.UTF_8).contains("echo"));
        out.reset();
        assertEquals(0, run("completion"));
        assertTrue(out.toString(StandardCharsets.UTF_8).contains("--fail-with"));
    }

    @Test
    void noWordAtAllAndHelpShowTheHelp() {
        assertEquals(0, run("--help"));
        String help = out.toString(StandardCharsets.UTF_8);
        for (String[] words : new String[][] {{}, {"help"}}) {
            out.reset();
            assertEquals(0, run(words));
            assertEquals(help, out.toString(StandardCharsets.UTF_8));
        }
    }

    @Test
    void helpWithACommandShowsThatCommandsHelp() {
        assertEquals(0, run("help", "echo"));
        assertTrue(
                out.toString(StandardCharsets.UTF_8).startsWith("Usage: llmprof echo "),
                out.toString(StandardCharsets.UTF_8));
        assertEquals(2, run("help", "ehco"));
        assertTrue(
                err.toString(StandardCharsets.UTF_8).contains("did you mean echo?"),
                err.toString(StandardCharsets.UTF_8));
    }

    private int run(String... words) {
        CommandWords asked = CommandWords.of(List.of(words));
        var console =
                new Console(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        false,
                        false,
                        asked.volume());
        return Front.run(asked, Map.of("echo", () -> echo), console);
    }

    @Command(name = "echo")
    static final class Echo implements Callable<Integer>, Wraps {
        @Parameters private List<String> words = new ArrayList<>();

        @Option(names = "--fail-with")
        private String failWith = "";

        private List<String> wrapped = List.of();

        @Override
        public Integer call() throws IOException {
            return switch (failWith) {
                case "problem" -> throw new Problem("wrong", "there", "do this").found();
                case "bug" -> throw new IllegalStateException("ours");
                case "file" -> Files.readAllBytes(Path.of("absent.json")).length;
                default -> 0;
            };
        }

        @Override
        public void wrap(List<String> argv) {
            wrapped = argv;
        }
    }
}
