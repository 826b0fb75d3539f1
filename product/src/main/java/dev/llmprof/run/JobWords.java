package dev.llmprof.run;

import dev.llmprof.config.sweep.PlannedJob;
import dev.llmprof.host.OwnProgram;
import dev.llmprof.pipeline.ManifestFile;
import dev.llmprof.run.settings.OverrideText;
import dev.llmprof.secret.Secrets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One run of a sweep as a command line: what a launcher starts on another machine.
final class JobWords {

    private JobWords() {}

    static List<String> of(RunRequest asked, PlannedJob job) {
        if (asked.resume().isPresent()
                && Files.isRegularFile(job.directory().resolve(ManifestFile.NAME))) {
            return again(job);
        }
        var overrides = new ArrayList<>(job.composition().request().overrides());
        job.number()
                .ifPresent(number -> {
                    overrides.add("hydra.job.num=" + number);
                    overrides.add("hydra.job.id='" + number + "'");
                });
        overrides.add("hydra.run.dir=" + OverrideText.text(job.directory().toString()));
        var words = new ArrayList<>(List.of(OwnProgram.path()));
        words.addAll(
                new RunRequest(
                                overrides,
                                asked.program(),
                                asked.source(),
                                Optional.empty(),
                                false,
                                false,
                                asked.strict())
                        .typed());
        return List.copyOf(words);
    }

    /// What its manifest could not write down is told again.
    private static List<String> again(PlannedJob job) {
        var words = new ArrayList<>(List.of(OwnProgram.path(), "run", "--resume"));
        words.add(job.directory().toString());
        job.composition().request().overrides().stream()
                .filter(word -> !Secrets.hideWord(word).equals(word))
                .forEach(words::add);
        return List.copyOf(words);
    }
}
