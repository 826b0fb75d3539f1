package dev.llmprof.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.python.PythonText;
import dev.llmprof.config.source.Request;
import dev.llmprof.config.sweep.PlannedJob;
import dev.llmprof.config.sweep.Sweeps;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Each recorded sweep gives the recorded jobs, or fails as recorded before any starts.
class SweepCorpusTest {

    @TestFactory
    Stream<DynamicTest> everySweepPlansTheRecordedJobs() {
        return TreeCorpusTest.cases("multirun", SweepCorpusTest::check);
    }

    private static void check(Path tree, JsonNode c) {
        JsonNode expect = c.get("expect");
        Request request = TreeCorpusTest.request(tree, c, Request.Mode.MULTIRUN);
        if (expect.has("error")) {
            ConfigError error = assertThrows(ConfigError.class, () -> plan(request));
            TreeCorpusTest.checkError(expect.get("error"), error, tree);
            return;
        }
        List<String> expected = new ArrayList<>();
        expect.get("jobs").forEach(job -> expected.add(recorded(job, tree)));
        List<String> planned = new ArrayList<>();
        plan(request).forEach(job -> planned.add(describe(job)));
        assertEquals(String.join("\n", expected), String.join("\n", planned));
    }

    private static List<PlannedJob> plan(Request request) {
        var sweeps = new Sweeps(new Composer());
        return sweeps.plan(sweeps.master(request));
    }

    private static String recorded(JsonNode job, Path tree) {
        return "#"
                + job.get("num")
                + " "
                + Corpus.texts(job.get("overrides"))
                + " in "
                + job.get("subdir").asText()
                + " as "
                + job.get("override_dirname").asText()
                + " "
                + (job.has("json")
                        ? TreeCorpusTest.shown(Corpus.canonical(job.get("json")), tree)
                        : "fails");
    }

    private static String describe(PlannedJob job) {
        Composition composed = job.composition();
        return "#"
                + job.number().orElseThrow()
                + " "
                + job.overrides()
                + " in "
                + Sweeps.directory(composed).relativize(job.directory())
                + " as "
                + PythonText.str(composed.hydraValue("job.override_dirname").orElseThrow())
                + " "
                + resolved(composed);
    }

    private static String resolved(Composition composed) {
        try {
            return Corpus.canonical(composed.resolvedJob());
        } catch (ConfigError unresolved) {
            return "fails";
        }
    }
}
