package dev.llmprof.stage.paper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.model.shape.Precision;
import dev.llmprof.model.shape.Request;
import dev.llmprof.pipeline.Artifact;
import dev.llmprof.pipeline.Outcome;
import dev.llmprof.pipeline.Workspace;
import dev.llmprof.process.SystemProcesses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The static stage and its switches.
class StaticAnalysisStageTest {
    private final List<Precision> asked = new ArrayList<>();

    @TempDir private Path run = Path.of(".");

    @Test
    void countsAPresetInThePrecisionThatWasSet() {
        Outcome outcome = outcome(true, true, Optional.of("tiny"));
        assertEquals(
                List.of(new Artifact("static.result", run.resolve("static_analysis/x.json"))),
                outcome.artifactsLeft());
        assertEquals(List.of(Precision.BF16), asked);
    }

    @Test
    void writesNothingWhenReportsAreOff() {
        Outcome outcome = outcome(false, true, Optional.of("tiny"));
        assertEquals(new Outcome.Done(List.of()), outcome);
        assertEquals(List.of(), asked);
    }

    @Test
    void countsAnUnknownFamilyOnlyIfItMay() throws IOException {
        Path config =
                Files.writeString(
                        run.resolve("config.json"),
                        """
                        {"model_type": "newcomer", "hidden_size": 64, "num_hidden_layers": 2,
                         "num_attention_heads": 4, "intermediate_size": 128, "vocab_size": 100}\
                        """);
        assertInstanceOf(Outcome.Done.class, outcome(true, true, Optional.of(config.toString())));
        Outcome refused = outcome(true, false, Optional.of(config.toString()));
        assertTrue(
                refused.problemsMet().getFirst().fix().contains("use_analytic_fallback=true"),
                refused.toString());
    }

    @Test
    void skipsAModelNobodyNamedAndFailsOnOneThatIsNotThere() {
        assertInstanceOf(Outcome.Skipped.class, outcome(true, true, Optional.empty()));
        assertInstanceOf(Outcome.Failed.class, outcome(true, true, Optional.of("no-such-folder")));
    }

    private Outcome outcome(boolean write, boolean fallback, Optional<String> model) {
        var settings =
                new StaticSettings(
                        write, fallback, model, Optional.of(Precision.BF16), Request.DEFAULT);
        var stage =
                new StaticAnalysisStage(
                        settings,
                        (directory, _, precision, _) -> {
                            asked.add(precision);
                            return List.of(
                                    new Artifact("static.result", directory.resolve("x.json")));
                        });
        return stage.run(
                new Workspace(
                        run,
                        run.resolve("static_analysis"),
                        new SystemProcesses(Map.of()),
                        InstantSource.system(),
                        List.of()));
    }
}
