package dev.llmprof.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.llmprof.process.Executables;
import dev.llmprof.tool.ShellQuote;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a person at a terminal sees of a run, by util-linux's `script`, which makes one.
class LiveProgressIT {
    private static final String PROGRAM =
            "printf 'a \\033[31mrather\\033[0m long\\tline about what is done now, and then some"
                    + " more of it\\n'; exec 3>&1; [ -t 1 ] && echo a terminal $(stty size <&3 | cut"
                    + " -d' ' -f2) columns wide; [ -z \"$WATCHED\" ] || sleep 3";

    @TempDir private Path directory;

    @ParameterizedTest
    @ValueSource(ints = {80, 40})
    void theRunningStagesLineIsLiveAndTakenBackWhole(int columns) throws Exception {
        Screen screen = Screen.of(seen(columns, "TERM=xterm", "WATCHED=yes"));

        List<String> live =
                screen.drawn().stream().filter(text -> text.contains("direct inference")).toList();
        assertFalse(live.isEmpty(), screen::toString);
        assertTrue(live.stream().allMatch(text -> text.startsWith("  1/1 ")), live::toString);
        assertTrue(live.stream().allMatch(text -> text.length() < columns), live::toString);
        assertTrue(live.stream().anyMatch(text -> text.matches(".* \\d s *")), live::toString);
        List<String> left = screen.lines().stream().filter(line -> line.contains("1/1")).toList();
        assertEquals(1, left.size(), left::toString);
        assertTrue(
                left.getFirst().matches("  1/1 direct inference   ✓  \\d+\\.\\d s"),
                left::toString);
        assertEquals("", screen.lines().getLast());
    }

    @Test
    void whatTheProgramSaysStandsAboveTheLineAsOnATerminalOfItsOwn() throws Exception {
        List<String> lines = Screen.of(seen(80, "TERM=xterm", "WATCHED=yes")).lines();

        assertTrue(
                lines.contains(
                        "a rather long\tline about what is done now, and then some more of it"),
                lines::toString);
        assertTrue(lines.contains("a terminal 80 columns wide"), lines::toString);
    }

    @Test
    void noColourMeansNoneAndTheLineStaysLive() throws Exception {
        String text = seen(80, "TERM=xterm", "NO_COLOR=1");

        assertFalse(text.replace("\u001b[31mrather", "").contains("\u001b[3"), text);
        assertFalse(text.contains("\u001b[2m"), text);
        assertFalse(Screen.of(text).drawn().isEmpty(), text);
    }

    @Test
    void aDumbTerminalGetsPlainLines() throws Exception {
        String text = seen(80, "TERM=dumb");

        assertFalse(text.replaceAll("\u001b\\[(31|0)m", "").contains("\u001b"), text);
        assertTrue(text.contains("  1/1 direct inference   …\r\n"), text);
        assertTrue(text.contains("  1/1 direct inference   ✓"), text);
    }

    @Test
    void errorsInAFileArePlainLinesToo() throws Exception {
        Path errors = directory.resolve("errors");

        redirected(80, " 2>" + errors, "TERM=xterm");

        assertFalse(Files.readString(errors).contains("\u001b"));
        assertTrue(Files.readString(errors).contains("  1/1 direct inference   ✓"));
    }

    @Test
    void aPipeGetsPlainLines() throws Exception {
        Llmprof llmprof = Llmprof.start(directory, List.of(), words());

        assertEquals(0, llmprof.exit(), llmprof.errors());
        assertFalse(llmprof.errors().contains("\u001b"), llmprof.errors());
        assertFalse(llmprof.errors().contains("\r"), llmprof.errors());
    }

    private String seen(int columns, String... variables) throws Exception {
        return redirected(columns, "", variables);
    }

    private String redirected(int columns, String redirection, String... variables)
            throws IOException, InterruptedException {
        assumeTrue(Executables.find("script", System.getenv()).isPresent(), "script is not here");
        var argv = new ArrayList<>(List.of("env", "-u", "NO_COLOR"));
        argv.addAll(List.of(variables));
        argv.addAll(Llmprof.java());
        argv.addAll(words());
        String line =
                "stty cols "
                        + columns
                        + "; "
                        + argv.stream().map(ShellQuote::word).collect(Collectors.joining(" "))
                        + redirection;
        Path typescript = directory.resolve("typescript");
        Process script =
                new ProcessBuilder("script", "-q", "-e", "-c", line, typescript.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(directory.resolve("screen").toFile())
                        .start();
        int code = script.waitFor();
        String text = Files.readString(directory.resolve("screen"));
        assertEquals(0, code, text);
        return text;
    }

    private List<String> words() {
        return List.of(
                "run",
                "hydra.run.dir=" + directory.resolve("run"),
                "pipeline.static_analysis.enable=false",
                "pipeline.torch_profiler.enable=false",
                "pipeline.conditions.enable=false",
                "pipeline.direct_inference.enable=true",
                "--",
                "sh",
                "-c",
                PROGRAM);
    }
}
