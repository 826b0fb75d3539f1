package dev.llmprof.cli.compare;

import dev.llmprof.cli.analyze.CaptureProgress;
import dev.llmprof.console.Console;
import dev.llmprof.run.CompareSettings;
import dev.llmprof.run.RunRequest.Source;
import dev.llmprof.secret.Secrets;
import dev.llmprof.study.StudyParts;
import dev.llmprof.study.compare.BaselineStore;
import dev.llmprof.study.compare.SideReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// What the commands that compare work with.
public record CompareParts(
        Console console, Supplier<StudyParts> study, Map<String, String> environment) {
    public CompareParts {
        environment = Map.copyOf(environment);
    }

    CompareSettings settings(List<String> overrides) {
        return CompareSettings.of(Source.SHIPPED, overrides, environment);
    }

    static void write(Path file, String text) throws IOException {
        Path parent = file.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        Files.writeString(file, Secrets.hide(text));
    }

    SideReader reader(CompareSettings settings) {
        return new SideReader(
                study.get(),
                CaptureProgress.on(console, _ -> {}),
                new BaselineStore(settings.baselines()));
    }
}
