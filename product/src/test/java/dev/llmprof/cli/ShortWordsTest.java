package dev.llmprof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ShortWordsTest {

    @Test
    void eachIsItsOverride() {
        assertEquals(
                List.of("pipeline.nsys.enable=true", "pipeline.ncu.enable=true"),
                overrides("--ncu", "--nsys"));
        assertEquals(List.of("pipeline.torch_profiler.enable=false"), overrides("--no-torch"));
        assertEquals(List.of("model=tiny_text"), overrides("--model", "tiny_text"));
        assertEquals(List.of("gpu=rtx-5090"), overrides("--gpu=rtx-5090"));
    }

    @Test
    void aFolderIsAModelsPath(@TempDir Path folder) {
        assertEquals(List.of("model.path=" + folder), overrides("--model", folder.toString()));
        assertEquals(List.of("model.path=not/here"), overrides("--model", "not/here"));
    }

    @Test
    void aDirectoryAndANameAreWhereTheRunGoes() {
        assertEquals(List.of("hydra.run.dir='tmp/runs/my run'"), overrides("--name", "my run"));
        assertEquals(List.of("hydra.run.dir=runs/a"), overrides("--out", "runs/a"));
        assertEquals(List.of("hydra.run.dir=runs/a"), overrides("--out", "runs", "--name=a"));
        assertEquals(List.of("hydra.sweep.dir=tmp/runs/a"), overrides("-m", "--name", "a"));
    }

    @Test
    void whatIsTypedInFullComesLast() {
        assertEquals(List.of("gpu=t4", "gpu=l4"), overrides("gpu=l4", "--gpu", "t4"));
    }

    private static List<String> overrides(String... words) {
        var asked = new AskedRuns();
        assertEquals(0, new CommandLine(asked.command()).execute(words));
        return asked.requests().getFirst().overrides();
    }
}
