package dev.llmprof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.app.Commands;
import dev.llmprof.app.PluginLists;
import dev.llmprof.cli.complete.CompletionCommand;
import dev.llmprof.console.Console;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/// The help of every command and of every one below it, as an 80-column terminal shows it.
class HelpWidthTest {
    private static final int COLUMNS = 80;

    static Stream<CommandLine> commands() {
        var nowhere = new PrintStream(OutputStream.nullOutputStream());
        var console = Console.of(nowhere, nowhere, Map.of(), Console.Volume.NORMAL);
        CommandLine root = Root.line();
        Commands.all(console, PluginLists.SHIPPED)
                .forEach((name, maker) -> root.addSubcommand(name, maker.get()));
        root.addSubcommand("completion", new CompletionCommand(console));
        HelpLines.fit(root);
        root.setUsageHelpAutoWidth(false);
        return andBelow(root);
    }

    private static Stream<CommandLine> andBelow(CommandLine line) {
        return Stream.concat(
                Stream.of(line),
                line.getSubcommands().values().stream().flatMap(HelpWidthTest::andBelow));
    }

    @Test
    void noCommandIsLeftOut() {
        List<String> names = commands().map(CommandLine::getCommandName).toList();
        assertTrue(names.size() > 30, names.toString());
        assertTrue(names.containsAll(List.of("run", "clean", "resubmit", "gate", "completion")));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyLineFits(CommandLine command) {
        assertEquals(
                List.of(),
                command.getUsageMessage().lines().filter(line -> line.length() > COLUMNS).toList());
    }

    @ParameterizedTest
    @MethodSource("commands")
    void anExampleStandsOnALineOfItsOwnAsItIsTyped(CommandLine command) {
        List<String> shown = command.getUsageMessage().lines().toList();
        List<String> broken = new ArrayList<>();
        for (String line : command.getCommandSpec().usageMessage().footer()) {
            if (!shown.contains(line.replace("%%", "%"))) {
                broken.add(line);
            }
        }
        assertEquals(List.of(), broken);
    }

    /// Help is printed with a warning where a percent sign stands alone. Of options picocli hands
    /// out the text as it is shown.
    @ParameterizedTest
    @MethodSource("commands")
    void everyPercentSignIsWrittenTwice(CommandLine command) {
        var usage = command.getCommandSpec().usageMessage();
        assertEquals(
                List.of(),
                Stream.of(usage.header(), usage.description(), usage.footer())
                        .flatMap(Arrays::stream)
                        .filter(text -> text.replace("%%", "").replace("%n", "").contains("%"))
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("commands")
    void aCommandThatRunsAProgramSaysSoInItsUsage(CommandLine command) {
        boolean wraps = command.getCommandSpec().userObject() instanceof Wraps;
        String usage = command.getUsageMessage().replaceAll("\\s+", " ");
        assertEquals(wraps, usage.contains("[-- PROGRAM [ARGUMENT...]]"), usage);
    }

    /// Keys and values are copied from here, so none may be parted at a dot or a comma.
    @ParameterizedTest
    @MethodSource("commands")
    void noWordIsBrokenBetweenTwoLines(CommandLine command) {
        List<String> shown = List.of(command.getUsageMessage().split("\\s+"));
        List<String> broken =
                Stream.concat(
                                command.getCommandSpec().options().stream(),
                                command.getCommandSpec().positionalParameters().stream())
                        .filter(each -> !each.hidden())
                        .flatMap(each -> Stream.of(each.description()))
                        .flatMap(line -> Stream.of(line.replace("%%", "%").split("\\s+")))
                        .filter(word -> !word.contains("${") && !shown.contains(word))
                        .toList();
        assertEquals(List.of(), broken);
    }

    /// Only the first line of a description stands in the list of commands.
    @ParameterizedTest
    @MethodSource("commands")
    void theListOfCommandsHasWholeSentences(CommandLine command) {
        List<String> cut =
                command.getSubcommands().values().stream()
                        .map(below -> below.getCommandSpec().usageMessage())
                        .map(usage ->
                                usage.header().length > 0 ? usage.header() : usage.description())
                        .map(lines -> lines[0])
                        .filter(line -> !line.endsWith("."))
                        .toList();
        assertEquals(List.of(), cut);
    }
}
