package dev.llmprof.pipeline;

import dev.llmprof.problem.Problem;
import dev.llmprof.process.Command;
import dev.llmprof.process.Ended;
import dev.llmprof.secret.Secrets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/// What a run was asked, did, and left. `manifest.json` is this record, rewritten after every
/// stage.
public record Manifest(
        String llmprof,
        Instant started,
        Optional<Instant> ended,
        List<String> command,
        String directory,
        Verdict outcome,
        List<StageEntry> stages,
        Optional<Beginning> beginning) {

    /// Where a run was started, and the program's own files by name and SHA-256, so that `--resume`
    /// does not go on with another. Manifests of earlier versions have none.
    public record Beginning(String workingDirectory, SortedMap<String, String> programFiles) {
        public Beginning {
            programFiles = Collections.unmodifiableSortedMap(new TreeMap<>(programFiles));
        }
    }

    /// Who runs, on which words, where and from where; all only to be written down.
    public record Request(
            String llmprof, List<String> command, Path directory, Beginning beginning) {
        public Request {
            command = List.copyOf(command);
        }
    }

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

        /// The same with one more problem.
        public StageEntry with(Problem problem) {
            var all = new LinkedHashSet<>(problems);
            all.add(problem);
            return new StageEntry(
                    name, outcome, reason, List.copyOf(all), started, ended, commands, artifacts);
        }

        /// A try that has begun and has nothing to show yet.
        static StageEntry running(String name, Instant started) {
            return new StageEntry(
                    name,
                    Verdict.RUNNING,
                    Optional.empty(),
                    List.of(),
                    Optional.of(started),
                    Optional.empty(),
                    List.of(),
                    List.of());
        }

        /// The same, to be done again; what it left is there until then.
        StageEntry again() {
            return new StageEntry(
                    name, Verdict.PENDING, reason, problems, started, ended, commands, artifacts);
        }

        /// As the earlier run of the same directory has it.
        static StageEntry from(Optional<Manifest> earlier, String name) {
            return earlier.flatMap(manifest -> manifest.stage(name)).orElseGet(() -> pending(name));
        }

        private static StageEntry pending(String name) {
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

        public static CommandEntry of(Path runDirectory, Command command, Ended ended, Path log) {
            Ended.Usage usage =
                    switch (ended) {
                        case Ended.Exited(_, Ended.Usage used) -> used;
                        case Ended.Signalled(_, Ended.Usage used) -> used;
                        case Ended.TimedOut(_, Ended.Usage used) -> used;
                        case Ended.Interrupted(Ended.Usage used) -> used;
                        case Ended.NotStarted _ -> new Ended.Usage(Duration.ZERO, 0);
                    };
            return new CommandEntry(
                    Secrets.hideWords(command.argv()),
                    command.directory().orElse(Path.of("")).toAbsolutePath().toString(),
                    word(ended),
                    ended instanceof Ended.Exited(int code, _)
                            ? OptionalInt.of(code)
                            : OptionalInt.empty(),
                    ended instanceof Ended.Signalled(int number, _)
                            ? OptionalInt.of(number)
                            : OptionalInt.empty(),
                    usage.wall().toMillis() / 1000.0,
                    usage.peakBytes(),
                    RunPaths.below(runDirectory, log));
        }

        private static String word(Ended ended) {
            return switch (ended) {
                case Ended.Exited _ -> "exited";
                case Ended.Signalled _ -> "signalled";
                case Ended.TimedOut _ -> "timed_out";
                case Ended.Interrupted _ -> "interrupted";
                case Ended.NotStarted _ -> "not_started";
            };
        }
    }

    /// A file, by its path below the run directory.
    public record ArtifactEntry(String path, String kind, long bytes, String sha256) {}

    public Manifest {
        command = List.copyOf(command);
        stages = List.copyOf(stages);
    }

    /// Of a run of which nothing is known but how it went.
    public Manifest(
            String llmprof,
            Instant started,
            Optional<Instant> ended,
            List<String> command,
            String directory,
            Verdict outcome,
            List<StageEntry> stages) {
        this(llmprof, started, ended, command, directory, outcome, stages, Optional.empty());
    }

    /// Before the first of `stages`, with what an `earlier` try of the same run has done.
    public static Manifest begun(
            Request request, List<String> stages, Optional<Manifest> earlier, Instant now) {
        return new Manifest(
                request.llmprof(),
                earlier.map(Manifest::started).orElse(now),
                Optional.empty(),
                request.command(),
                request.directory().toString(),
                Verdict.RUNNING,
                stages.stream().map(name -> StageEntry.from(earlier, name)).toList(),
                earlier.flatMap(Manifest::beginning).or(() -> Optional.of(request.beginning())));
    }

    public Manifest with(StageEntry entry) {
        return with(each -> each.name().equals(entry.name()) ? entry : each);
    }

    /// The same with some stages to be done again.
    public Manifest again(Set<String> names) {
        return with(each -> names.contains(each.name()) ? each.again() : each);
    }

    private Manifest with(UnaryOperator<StageEntry> change) {
        return new Manifest(
                llmprof,
                started,
                ended,
                command,
                directory,
                outcome,
                stages.stream().map(change).toList(),
                beginning);
    }

    public Manifest ended(Instant when, Verdict verdict) {
        return new Manifest(
                llmprof,
                started,
                Optional.of(when),
                command,
                directory,
                verdict,
                stages,
                beginning);
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
