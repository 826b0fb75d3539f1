package dev.llmprof.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.source.MemoryRoot;
import dev.llmprof.config.source.Request;
import dev.llmprof.problem.Problem;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Several mistaken overrides are told at once; what is wrong only for want of another is not.
class OverrideMistakesTest {
    private static final Map<String, String> TREE =
            Map.of(
                    "config",
                    "defaults: [model: small, gpu: l4, _self_]\nsteps: 1\n",
                    "model/small",
                    "layers: 2\n",
                    "model/large",
                    "layers: 8\nexperts: 4\n",
                    "gpu/l4",
                    "memory: 24\n");

    @Test
    void everyUnknownKeyIsNamed() {
        assertEquals(
                List.of("override 'stps=2'", "override 'model.layrs=3'"),
                places("stps=2", "steps=4", "model.layrs=3"));
    }

    @Test
    void everyWrongChoiceIsNamedAndEveryWordThatCannotBeRead() {
        assertEquals(
                List.of(
                        "the command line\nsteps=[1\n        ^",
                        "override 'gpu=h100'",
                        "override 'model=lage'"),
                places("model=lage", "gpu=h100", "steps=[1"));
    }

    @Test
    void aKeyThatAWrongChoiceMightHaveBroughtIsNoMistakeOfItsOwn() {
        assertEquals(List.of("override 'model=lage'"), places("model=lage", "model.experts=8"));
    }

    @Test
    void theSameMistakeTwiceIsToldOnce() {
        assertEquals(List.of("override 'stps=2'"), places("stps=2", "stps=2"));
    }

    private static List<String> places(String... overrides) {
        var request =
                new Request(
                        List.of(new MemoryRoot("main", "pkg://own", TREE)),
                        Optional.of("config"),
                        List.of(overrides),
                        Request.Mode.RUN,
                        "app",
                        Path.of("/work"),
                        Map.of(),
                        () -> App.NOW);
        ConfigError error = assertThrows(ConfigError.class, () -> new Composer().compose(request));
        return error.problems().stream().map(Problem::at).toList();
    }
}
