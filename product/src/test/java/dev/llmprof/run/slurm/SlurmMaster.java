package dev.llmprof.run.slurm;

import dev.llmprof.config.Composer;
import dev.llmprof.config.source.Request;
import dev.llmprof.config.source.ResourceRoot;
import dev.llmprof.config.sweep.Sweeps;
import dev.llmprof.run.settings.SlurmKeys;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The launcher's keys as a sweep of the shipped tree composes them.
final class SlurmMaster {
    private SlurmMaster() {}

    static SlurmKeys keys(String launcher, String... overrides) {
        Path here = Path.of("/srv/here");
        var words = new ArrayList<>(List.of("hydra/launcher=" + launcher));
        words.addAll(List.of(overrides));
        return SlurmKeys.of(
                new Sweeps(new Composer())
                        .master(
                                new Request(
                                        List.of(
                                                ResourceRoot.of(
                                                        "main", "conf", "config.yaml", here)),
                                        Optional.of("config"),
                                        words,
                                        Request.Mode.RUN,
                                        "llmprof",
                                        here,
                                        Map.of(),
                                        () ->
                                                ZonedDateTime.of(
                                                        2026,
                                                        11,
                                                        15,
                                                        14,
                                                        22,
                                                        33,
                                                        0,
                                                        ZoneOffset.UTC))));
    }
}
