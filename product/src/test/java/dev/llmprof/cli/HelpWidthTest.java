package dev.llmprof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.app.PluginLists;
import dev.llmprof.cli.compare.BaselineCommand;
import dev.llmprof.cli.compare.CompareParts;
import dev.llmprof.cli.compare.GateCommand;
import dev.llmprof.cli.compare.NoiseCommand;
import dev.llmprof.console.Console;
import dev.llmprof.run.RepeatedRuns;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/// Help that was broken into lines by hand must not be broken again by an 80-column terminal.
class HelpWidthTest {
    private static final int COLUMNS = 80;

    static Stream<Object> commands() {
        var nowhere = new PrintStream(OutputStream.nullOutputStream());
        var console = Console.of(nowhere, nowhere, Map.of(), Console.Volume.NORMAL);
        var parts = new CompareParts(console, PluginLists.SHIPPED::ofRuns, Map.of());
        return Stream.of(
                new GateCommand(parts),
                new BaselineCommand(parts),
                new NoiseCommand(parts, new RepeatedRuns(console, Map.of(), () -> _ -> 0)),
                new RunCommand(_ -> 0, RunCommand.Repeats.NONE, PluginLists.SHIPPED.forHelp()),
                new KernelsCommand(_ -> 0),
                new TopKernelsCommand(console),
                new RunsCommand(console),
                new EngineCommand(_ -> 0));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyLineFits(Object command) {
        var usage = new CommandLine(command).getCommandSpec().usageMessage();
        List<String> tooLong =
                Stream.concat(Stream.of(usage.description()), Stream.of(usage.footer()))
                        .filter(line -> line.length() >= COLUMNS)
                        .toList();

        assertEquals(List.of(), tooLong);
    }
}
