package dev.llmprof.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.config.OldKeys.Rule;
import dev.llmprof.problem.Problem;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Old keys are understood, and the new name is told.
class OldKeysTest {
    private static final OldKeys TABLE =
            new OldKeys(
                    List.of(
                            new Rule("run.device", "device"),
                            new Rule("nsys.*", "pipeline.nsys.*"),
                            new Rule("*.enabled", "*.enable"),
                            new Rule("runner@x=fast", "mode=fast")));

    @Test
    void keysSubtreesEndingsAndWholeOverridesAreRenamed() {
        assertEquals(
                List.of(
                        "device=cpu",
                        "pipeline.nsys.enable=true",
                        "~pipeline.nsys.trace",
                        "++pipeline.nsys.a=1",
                        "mode=fast",
                        "runner@x=slow",
                        "other=nsys.trace"),
                TABLE.apply(
                                List.of(
                                        "run.device=cpu",
                                        "+nsys.enabled=true",
                                        "~nsys.trace",
                                        "++nsys.a=1",
                                        "runner@x=fast",
                                        "runner@x=slow",
                                        "other=nsys.trace"))
                        .overrides());
    }

    @Test
    void eachRenamingIsToldOnce() {
        assertEquals(
                List.of(
                        new Problem(
                                "'run.device' is now 'device'",
                                "override 'run.device=cpu'",
                                "device=cpu")),
                TABLE.apply(List.of("run.device=cpu", "device=gpu")).warnings());
    }
}
