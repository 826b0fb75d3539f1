package dev.llmprof.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The script in real shells, with a real llmprof behind it.
class CompletionTest {
    @TempDir private Path folder;

    @BeforeEach
    void install() throws IOException {
        Path program = folder.resolve("bin/llmprof");
        Files.createDirectories(folder.resolve("bin"));
        Files.writeString(
                program,
                "#!/bin/sh\nexec '%s/bin/java' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '%s' %s \"$@\"\n"
                        .formatted(
                                System.getProperty("java.home"),
                                System.getProperty("java.class.path"),
                                Main.class.getName()));
        assertTrue(program.toFile().setExecutable(true));
        for (String shell : List.of("bash", "zsh")) {
            Files.writeString(folder.resolve(shell + ".sh"), printed("completion", shell));
        }
        Files.createDirectories(folder.resolve("tmp/runs/20261115-142233"));
        Files.writeString(folder.resolve("tmp/runs/20261115-142233/manifest.json"), "{}");
        Files.createDirectories(folder.resolve("tmp/runs/no-run"));
    }

    private static String printed(String... words) {
        var out = new ByteArrayOutputStream();
        var stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        assertEquals(0, Main.run(List.of(words), stream, stream));
        return out.toString(StandardCharsets.UTF_8);
    }

    /// What bash is given to choose from; it parts words at = and wants the rest of them.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "llmprof dep|",
                "llmprof top|top-kernels",
                "llmprof runs cl|clean",
                "llmprof run --multi|--multirun",
                "llmprof run --no-ns|--no-nsys",
                "llmprof run --gpu h200|h200-sxm-141gb",
                "llmprof model tiny --gpu l4,h200|l4,h200-sxm-141gb",
                "llmprof run gpu=h200|h200-sxm-141gb",
                "llmprof run pipeline.nsys.en|pipeline.nsys.enable=",
                "llmprof run pipeline.nsys.enable=t|true",
                "llmprof run model=tiny_|tiny_text",
                "llmprof run profiling/ncu@pipeline.ncu=ncu.h1|ncu.h100",
                "llmprof model llama-3.1-8|llama-3.1-8b",
                "`llmprof report `|tmp/runs/20261115-142233",
                "llmprof report ba|bash.sh",
                "llmprof run --resume tmp/runs/2|tmp/runs/20261115-142233",
                "llmprof analyze ba|bash.sh",
                "llmprof run -- ba|bash.sh",
            })
    void bashIsGiven(String line, String expected) throws Exception {
        String script =
                """
                source '%s/bash.sh'
                COMP_WORDBREAKS=$' \\t\\n"\\'><=;|&(:@'
                COMP_LINE='%s'
                COMP_POINT=${#COMP_LINE}
                _llmprof
                printf '%%s\\n' "${COMPREPLY[@]}"
                """
                        .formatted(folder, line);
        assertEquals(words(expected), answered("bash", "--norc", "-c", script));
    }

    /// What stands before, the word that is typed, what zsh is given.
    private static final List<String> IN_ZSH =
            List.of(
                    "llmprof|top|top-kernels",
                    "llmprof run|gpu=h200|gpu=h200-sxm-141gb",
                    "llmprof run --gpu|h200|h200-sxm-141gb",
                    "llmprof run|pipeline.nsys.en|pipeline.nsys.enable=",
                    "llmprof report|tmp/|tmp/runs/20261115-142233",
                    "llmprof report|z|(files)");

    @Test
    void zshHasTheSameCandidates() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/zsh")), "zsh is not installed");
        for (String row : IN_ZSH) {
            String[] typed = row.split("\\|", -1);
            String script =
                    "compdef() { :; }; source '%s/zsh.sh'; _llmprof_candidates '%s' %s"
                            .formatted(folder, typed[1], typed[0]);
            assertEquals(words(typed[2]), answered("zsh", "-f", "-c", script), row);
        }
    }

    private static List<String> words(String text) {
        return text == null ? List.of() : Stream.of(text.split(" ")).sorted().toList();
    }

    private List<String> answered(String... argv) throws Exception {
        var builder = new ProcessBuilder(argv).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().merge("PATH", "", (path, _) -> folder.resolve("bin") + ":" + path);
        Process process = builder.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
        return said.lines().filter(line -> !line.isEmpty()).sorted().toList();
    }

    @Test
    void oneScriptFitsBothShells() {
        String script = printed("completion");
        assertTrue(script.contains("complete -F _llmprof llmprof"));
        assertTrue(script.contains("compdef _llmprof llmprof"));
    }

    @Test
    void everyOptionOfEveryCommandIsInIt() {
        String script = printed("completion", "bash");
        Set.of("--perfetto", "--kernel-config", "--slo", "--baseline", "--no-ncu", "--keep")
                .forEach(option -> assertTrue(script.contains(option), option));
    }

    @Test
    void aMistakeInTheConfigurationIsNotSaidAtATab() {
        assertEquals("", printed("__complete", "override", "gpu=", "--config-path", "/nosuch"));
    }
}
