package dev.llmprof.run;

import dev.llmprof.config.Composer;
import dev.llmprof.config.Composition;
import dev.llmprof.config.bind.Binder;
import dev.llmprof.config.source.Request;
import dev.llmprof.run.RunRequest.Source;
import dev.llmprof.run.settings.GateKeys;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// What the configuration says about comparing: `gate.floor` and `baseline.dir`.
public record CompareSettings(long floorNanos, Path baselines) {

    public static CompareSettings of(
            Source source, List<String> overrides, Map<String, String> environment) {
        Composition composition =
                new Composer()
                        .compose(
                                Configurations.request(
                                        source, overrides, environment, Request.localTime()));
        var binder = new Binder(composition);
        RootKeys.check(composition, binder);
        GateKeys.Bound bound = GateKeys.of(binder);
        binder.check();
        return new CompareSettings(bound.floor().toNanos(), bound.baselines());
    }
}
