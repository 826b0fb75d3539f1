package dev.llmprof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.config.OldKeys;
import dev.llmprof.config.source.MemoryRoot;
import dev.llmprof.console.Console;
import dev.llmprof.console.Console.Volume;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `config` shows our own tree or another one, and explains mistakes.
class ConfigCommandTest {
    private static final Map<String, String> SHIPPED =
            Map.of(
                    "config", "defaults: [{g: one}, _self_]\na: 1\nb: ${a}\n",
                    "g/one", "v: 1",
                    "g/two", "v: 2");

    @TempDir Path cwd = Path.of("");
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void showsTheShippedTreeWithOverridesOnBothSidesOfFlags() {
        assertEquals(0, run("a=2", "--resolve", "--cfg", "job", "g=two"));
        assertEquals("g:\n  v: 2\na: 2\nb: 2\n", out());
    }

    @Test
    void showsAnotherTreeWhereTheUserStands() throws IOException {
        Files.createDirectories(cwd.resolve("my"));
        Files.writeString(cwd.resolve("my/main.yaml"), "x: 1\n");
        assertEquals(0, run("-cp", "my", "-cn", "main", "+y=[1,2]"));
        assertEquals("x: 1\n'y':\n- 1\n- 2\n", out());
    }

    @Test
    void printsJson() {
        assertEquals(0, run("--json", "-p", "g"));
        assertEquals("{\n  \"v\": 1\n}\n", out());
    }

    @Test
    void aPartThatIsNullIsNoPartAsInHydra() {
        assertEquals(2, run("+c=null", "-p", "c"));
        assertEquals(
                """
                error: package 'c' not found in config
                  at   the command line
                  fix  it is null; ask for what it stands in
                """,
                err());
        assertEquals("", out());
    }

    @Test
    void listsTheJobsOfASweep() {
        assertEquals(0, run("-m", "g=one,two", "hydra.sweep.dir=s"));
        assertEquals(
                "#0 : g=one   "
                        + cwd.resolve("s/0")
                        + "\n#1 : g=two   "
                        + cwd.resolve("s/1")
                        + "\n",
                out());
    }

    @Test
    void understandsOldKeysWithAWarning() {
        assertEquals(0, run("old=5", "-p", "a"));
        assertEquals("5\n", out());
        assertTrue(err().contains("'old' is now 'a'"), err());
    }

    @Test
    void aMistakeIsToldWithItsPlaceAndExitCodeTwo() {
        assertEquals(2, run("g=tow"));
        assertEquals(
                """
                error: In 'config': Could not find 'g/tow'
                Available options in 'g':
                \tone
                \ttwo
                Config search path:
                \tprovider=hydra, path=pkg://hydra.conf
                \tprovider=main, path=pkg://conf
                \tprovider=schema, path=structured://
                  at   override 'g=tow'
                  fix  did you mean two?   g=two
                """,
                err());
    }

    @Test
    void brokenYamlIsShownWithACaret() throws IOException {
        Files.createDirectories(cwd.resolve("my"));
        Files.writeString(cwd.resolve("my/config.yaml"), "a: 1\na: 2\n");
        assertEquals(2, run("-cp", "my"));
        assertEquals(
                """
                error: found duplicate key a (line 2, column 1)
                  at   my/config.yaml:2:1
                       a: 2
                       ^
                  fix  keep one of the two 'a'
                """,
                err());
    }

    private int run(String... words) {
        var console = new Console(stream(out), stream(err), false, false, Volume.NORMAL);
        var command =
                new ConfigCommand(
                        console,
                        _ -> new MemoryRoot("main", "pkg://conf", SHIPPED),
                        new OldKeys(List.of(new OldKeys.Rule("old", "a"))),
                        cwd,
                        Map.of());
        return Direct.run(() -> command.run(List.of(words)), console);
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
