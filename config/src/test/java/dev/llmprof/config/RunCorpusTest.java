package dev.llmprof.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.python.PythonText;
import dev.llmprof.config.source.DirectoryRoot;
import dev.llmprof.config.source.Request;
import dev.llmprof.config.sweep.PlannedJob;
import dev.llmprof.config.sweep.RunDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Each recorded single run has the recorded directory and snapshot.
class RunCorpusTest {
    @TempDir Path scratch = Path.of("");

    @TestFactory
    Stream<DynamicTest> everyRunLeavesTheRecordedSnapshot() {
        return TreeCorpusTest.cases("run", this::check);
    }

    private void check(Path tree, JsonNode c) {
        Path cwd = scratch.resolve(c.get("id").asText());
        JsonNode expect = c.get("expect");
        Request recorded = TreeCorpusTest.request(tree, c, Request.Mode.RUN);
        Request request =
                new Request(
                        List.of(new DirectoryRoot("main", tree.resolve("conf"), cwd)),
                        recorded.configName(),
                        recorded.overrides(),
                        Request.Mode.RUN,
                        "app",
                        cwd,
                        recorded.environment(),
                        () -> App.NOW);
        if (expect.has("error")) {
            ConfigError error =
                    assertThrows(ConfigError.class, () -> new Composer().compose(request));
            TreeCorpusTest.checkError(expect.get("error"), error, tree);
            return;
        }
        Composition composed = new Composer().compose(request);
        PlannedJob job = RunDirectory.single(composed);
        RunDirectory.prepare(job);
        JsonNode run = expect.get("run");
        assertEquals(path(run, "output_dir", cwd), job.directory().toString());
        boolean moves =
                composed.hydraValue("job.chdir").map(PythonText::str).equals(Optional.of("True"));
        assertEquals(path(run, "cwd", cwd), moves ? job.directory().toString() : cwd.toString());
        assertEquals(
                run.get("job_name").asText(),
                PythonText.str(composed.hydraValue("job.name").orElseThrow()));
        assertEquals(
                Corpus.canonical(run.get("json")).replace("<CWD>", cwd.toString()),
                Corpus.canonical(composed.resolvedJob()));
        assertEquals(Corpus.texts(run.get("files")), files(job.directory()));
        for (String file : List.of("config.yaml", "overrides.yaml")) {
            if (run.has(file)) {
                assertEquals(run.get(file).asText(), read(job, file));
            }
        }
    }

    private static String path(JsonNode run, String key, Path cwd) {
        return run.get(key)
                .asText()
                .replace("<CWD>", cwd.toString())
                .replace("<DATE>", "2026-11-15")
                .replace("<TIME>", "12-00-00")
                .replace("<STAMP>", "20261115-120000");
    }

    private static List<String> files(Path directory) {
        try (var files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> directory.relativize(file).toString())
                    .sorted()
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String read(PlannedJob job, String file) {
        String subdirectory =
                PythonText.str(job.composition().hydraValue("output_subdir").orElseThrow());
        try {
            return Files.readString(job.directory().resolve(subdirectory).resolve(file));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
