package dev.llmprof.run;

import dev.llmprof.config.Composition;
import dev.llmprof.console.Version;
import dev.llmprof.pipeline.Manifest;
import dev.llmprof.pipeline.Manifest.CommandEntry;
import dev.llmprof.pipeline.Manifest.StageEntry;
import dev.llmprof.pipeline.Manifest.Verdict;
import dev.llmprof.pipeline.ManifestFile;
import dev.llmprof.process.Command;
import dev.llmprof.process.Ended;
import dev.llmprof.run.record.RunEnvironment;
import dev.llmprof.run.record.RunRecord;
import dev.llmprof.stage.workload.Workload;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What `infer` leaves in its directory beside the answers: the records of a run with one stage.
final class InferRecord {
    private static final String NAME = "infer";

    private final Path directory;
    private final RunRequest asked;
    private final InstantSource clock;
    private final Instant started;

    InferRecord(Path directory, RunRequest asked, InstantSource clock) {
        this.directory = directory;
        this.asked = asked;
        this.clock = clock;
        this.started = clock.instant();
    }

    void start(Composition composition, Workload workload, RunEnvironment machine) {
        String version = Version.current().number();
        RunRecord.write(directory, composition, workload, version, machine, machine.tools());
        ManifestFile.write(manifest(Verdict.RUNNING, Optional.empty(), List.of()), directory);
    }

    void end(Command command, Ended ended, Path log) {
        Verdict verdict =
                switch (ended) {
                    case Ended.Exited(int code, _) -> code == 0 ? Verdict.DONE : Verdict.FAILED;
                    case Ended.Interrupted _ -> Verdict.INTERRUPTED;
                    case Ended.Signalled _, Ended.TimedOut _, Ended.NotStarted _ -> Verdict.FAILED;
                };
        CommandEntry entry = CommandEntry.of(directory, command, ended, log);
        ManifestFile.write(
                manifest(verdict, Optional.of(clock.instant()), List.of(entry)), directory);
    }

    private Manifest manifest(Verdict verdict, Optional<Instant> end, List<CommandEntry> commands) {
        var words = new ArrayList<>(asked.words());
        words.set(0, NAME);
        var stage =
                new StageEntry(
                        NAME,
                        verdict,
                        Optional.empty(),
                        List.of(),
                        Optional.of(started),
                        end,
                        commands,
                        List.of());
        return new Manifest(
                Version.current().number(),
                started,
                end,
                words,
                directory.toString(),
                verdict,
                List.of(stage));
    }
}
