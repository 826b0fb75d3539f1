package dev.llmprof.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.cli.CommandWords;
import dev.llmprof.console.Console;
import dev.llmprof.console.Console.Volume;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The flags that every command shares, before and after the command's name.
class SharedFlagsTest {

    record Answer(int exitCode, String out, String err) {}

    static Stream<String> commands() {
        var nowhere = new PrintStream(OutputStream.nullOutputStream());
        Console console = Console.of(nowhere, nowhere, Map.of(), Volume.NORMAL);
        return Stream.concat(
                Commands.all(console, PluginLists.SHIPPED).keySet().stream(),
                Stream.of("completion", "help"));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void aSharedFlagIsTakenWhereverItStands(String command) {
        for (String flag : List.of("--quiet", "--verbose", "--help", "-h")) {
            CommandWords before = CommandWords.of(List.of(flag, command, "--own", "word"));
            assertEquals(before, CommandWords.of(List.of(command, flag, "--own", "word")));
            assertEquals(before, CommandWords.of(List.of(command, "--own", "word", flag)));
            assertEquals(List.of("--own", "word"), before.own());
        }
    }

    @ParameterizedTest
    @MethodSource("commands")
    void aMistakeIsAnsweredTheSameBeforeAndAfter(String command) {
        Answer before = answer("--quiet", command, "--no-such-option");
        assertEquals(answer(command, "--quiet", "--no-such-option"), before);
        assertEquals(answer(command, "--no-such-option", "--quiet"), before);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void helpIsTheSameBeforeAndAfter(String command) {
        Answer help = answer(command, "--help");
        assertEquals(0, help.exitCode());
        assertTrue(help.out().contains("Usage: llmprof "), help.out());
        assertEquals(help, answer("--help", command));
        assertEquals(help, answer("-h", "--quiet", command));
    }

    @Test
    void aCommandBelowAnotherHasItsOwnHelp() {
        Answer help = answer("runs", "clean", "--help");
        assertTrue(help.out().contains("Usage: llmprof runs clean "), help.out());
        assertTrue(help.out().contains("--keep=N"), help.out());
        assertEquals(help, answer("help", "runs", "clean"));
        assertEquals(help, answer("runs", "--help", "clean"));
    }

    @Test
    void aFlagBeforeTheNameLeavesTheCommandsOwnAlone() {
        Answer hydra = answer("config", "--cfg", "hydra", "device=cpu");
        assertTrue(hydra.out().startsWith("hydra:\n"), hydra.out());
        assertEquals(hydra, answer("--quiet", "config", "--cfg", "hydra", "device=cpu"));
    }

    @Test
    void aMistypedOneIsSuggestedToConfigAsToOthers() {
        assertEquals(
                """
                error: unknown flag '--quite'
                  at   the command line
                  fix  did you mean --quiet?
                """,
                answer("config", "--quite").err());
    }

    @Test
    void whatStandsBehindTheDoubleDashIsAnothers() {
        CommandWords words = CommandWords.of(List.of("run", "--", "prog", "--quiet", "--", "-h"));
        assertEquals(List.of("prog", "--quiet", "--", "-h"), words.behind().orElseThrow());
        assertEquals(Volume.NORMAL, words.volume());
    }

    @Test
    void theDoubleDashWorksAfterAnyOfThem() {
        for (String flag : List.of("--quiet", "--verbose")) {
            CommandWords words = CommandWords.of(List.of(flag, "run", "--", "python", "x.py"));
            assertEquals(Optional.of("run"), words.command());
            assertEquals(List.of(), words.own());
            assertEquals(Optional.of(List.of("python", "x.py")), words.behind());
        }
    }

    @Test
    void theVersionIsTheProgramsAndNoCommands() {
        Answer version = answer("--version");
        assertEquals(version, answer("--quiet", "--version"));
        assertEquals(2, answer("model", "--version").exitCode());
    }

    @Test
    void quietWinsOverVerbose() {
        assertEquals(Volume.QUIET, CommandWords.of(List.of("--verbose", "x", "--quiet")).volume());
    }

    @Test
    void verboseSaysAtTheEndWhatRanAndHowLong() {
        Answer version = answer("--version");
        String err = answer("config", "--verbose", "--package", "device").err();
        assertTrue(err.matches("\\Q" + version.out().strip() + "\\E took \\d+ ms\n"), err);
    }

    private static Answer answer(String... words) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        int exitCode =
                Main.run(
                        List.of(words),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8));
        return new Answer(
                exitCode,
                out.toString(StandardCharsets.UTF_8),
                err.toString(StandardCharsets.UTF_8));
    }
}
