package dev.llmprof.pipeline;

import dev.llmprof.problem.Problem;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/// What a run was asked, did, and left. `manifest.json` is this record, rewritten after every
/// stage.
public record Manifest(
        String llmprof,
        Instant started,
        Optional<Instant> ended,
        List<String> command,
        String directory,
        Verdict outcome,
        List<StageEntry> stages) {

    /// How a stage stands, or a whole run.
    public enum Verdict {
        PENDING,
        RUNNING,
        DONE,
        SKIPPED,
        DEGRADED,
        FAILED,
        INTERRUPTED;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        public static Verdict of(Outcome outcome) {
            return switch (outcome) {
                case Outcome.Done _ -> DONE;
                case Outcome.Skipped _ -> SKIPPED;
                case Outcome.Degraded _ -> DEGRADED;
                case Outcome.Failed _ -> FAILED;
            };
        }

        /// Leaves nothing to do for `--resume`.
        public boolean usable() {
            return this == DONE || this == DEGRADED;
        }
    }

    /// One stage: its outcome, what it started, what it left.
    public record StageEntry(
            String name,
            Verdict outcome,
            Optional<String> reason,
            List<Problem> problems,
            Optional<Instant> started,
            Optional<Instant> ended,
            List<CommandEntry> commands,
            List<ArtifactEntry> artifacts) {

        public StageEntry {
            problems = List.copyOf(problems);
            commands = List.copyOf(commands);
            artifacts = List.copyOf(artifacts);
        }

        /// The same with other artifacts.
        public StageEntry with(List<ArtifactEntry> others) {
            return new StageEntry(
                    name, outcome, reason, problems, started, ended, commands, others);
        }

        static StageEntry pending(String name) {
            return new StageEntry(
                    name,
                    Verdict.PENDING,
                    Optional.empty(),
                    List.of(),
                    Optional.empty(),
                    Optional.empty(),
                    List.of(),
                    List.of());
        }
    }

    /// A program that was started. `how` says in a word how it ended.
    public record CommandEntry(
            List<String> argv,
            String cwd,
            String how,
            OptionalInt exit,
            OptionalInt signal,
            double seconds,
            long peakBytes,
            String log) {

        public CommandEntry {
            argv = List.copyOf(argv);
        }
    }

    /// A file, by its path below the run directory.
    public record ArtifactEntry(String path, String kind, long bytes, String sha256) {}

    public Manifest {
        command = List.copyOf(command);
        stages = List.copyOf(stages);
    }

    public Manifest with(StageEntry entry) {
        return new Manifest(
                llmprof,
                started,
                ended,
                command,
                directory,
                outcome,
                stages.stream()
                        .map(each -> each.name().equals(entry.name()) ? entry : each)
                        .toList());
    }

    public Manifest ended(Instant when, Verdict verdict) {
        return new Manifest(
                llmprof, started, Optional.of(when), command, directory, verdict, stages);
    }

    /// Of a run that came to its end: that of the stage that fared worst.
    Verdict worst() {
        List<Verdict> all = stages.stream().map(StageEntry::outcome).toList();
        if (all.contains(Verdict.FAILED)) {
            return Verdict.FAILED;
        }
        return all.contains(Verdict.DEGRADED) ? Verdict.DEGRADED : Verdict.DONE;
    }

    public Optional<StageEntry> stage(String name) {
        return stages.stream().filter(each -> each.name().equals(name)).findFirst();
    }
}
