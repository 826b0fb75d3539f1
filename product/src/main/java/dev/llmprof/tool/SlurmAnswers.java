package dev.llmprof.tool;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What Slurm's programs print.
public final class SlurmAnswers {
    private static final Pattern JOB = Pattern.compile("(?m)^(\\d+)(;\\S*)?\\s*$");
    private static final Pattern LARGEST =
            Pattern.compile("(?m)^MaxArraySize\\s*=\\s*(\\d{1,9})\\b");
    private static final Pattern STATE = Pattern.compile("JobState=(\\S+)");
    private static final Pattern NAME = Pattern.compile("JobName=(\\S+)");
    private static final Pattern REASON = Pattern.compile("(?m)^(?:sbatch: )?(?:error: )?(.+)$");

    private static final Set<String> ALIVE =
            Set.of(
                    "PENDING",
                    "RUNNING",
                    "SUSPENDED",
                    "CONFIGURING",
                    "COMPLETING",
                    "REQUEUED",
                    "REQUEUE_FED",
                    "REQUEUE_HOLD",
                    "RESIZING",
                    "SIGNALING",
                    "SPECIAL_EXIT",
                    "STAGE_OUT",
                    "STOPPED",
                    "RESV_DEL_HOLD");

    /// The controller did not answer, or is too busy: it may later.
    private static final Pattern PASSING =
            Pattern.compile(
                    "(?i)unable to contact|connection refused|timed out|temporarily unable|"
                            + "unexpected message|communication (connection )?failure|"
                            + "resource temporarily unavailable|slurmctld|busy");

    private SlurmAnswers() {}

    /// A task in the queue: `index` within its array, as `squeue` has it.
    public record QueuedTask(String job, int index, String state, String reason, String name) {
        public boolean isAlive() {
            return ALIVE.contains(state);
        }

        public boolean isWaiting() {
            return state.equals("PENDING") || state.startsWith("REQUEUE");
        }
    }

    /// The number alone; federations put a cluster's name behind it.
    public static Optional<String> submitted(String output) {
        Matcher job = JOB.matcher(output);
        return job.find() ? Optional.of(job.group(1)) : Optional.empty();
    }

    public static List<QueuedTask> queue(String output) {
        return output.lines().flatMap(line -> task(line).stream()).toList();
    }

    private static Optional<QueuedTask> task(String line) {
        String[] parts = line.split("\\|", 5);
        return parts.length == 5 && parts[1].matches("\\d{1,9}")
                ? Optional.of(
                        new QueuedTask(
                                parts[0], Integer.parseInt(parts[1]), parts[2], parts[3], parts[4]))
                : Optional.empty();
    }

    /// One more than the largest index of an array.
    public static OptionalInt largestArray(String configuration) {
        Matcher largest = LARGEST.matcher(configuration);
        return largest.find()
                ? OptionalInt.of(Integer.parseInt(largest.group(1)))
                : OptionalInt.empty();
    }

    /// The state that `scontrol show job` has, if it is the job of that name.
    public static Optional<String> shownState(String output, String name) {
        Matcher state = STATE.matcher(output);
        Matcher called = NAME.matcher(output);
        return called.find() && called.group(1).equals(name) && state.find()
                ? Optional.of(state.group(1))
                : Optional.empty();
    }

    /// The same of `sacct`: `CANCELLED by 0|name`.
    public static Optional<String> accountedState(String output, String name) {
        return output.lines()
                .map(line -> line.split("\\|", 2))
                .filter(parts -> parts.length == 2 && parts[1].strip().equals(name))
                .map(parts -> parts[0].split(" ", 2)[0])
                .findFirst();
    }

    public static boolean isPassing(String errors) {
        return PASSING.matcher(errors).find();
    }

    /// Whether a word of `squeue`, `scontrol` or `sacct` says that a job is still to end.
    public static boolean isAlive(String state) {
        return ALIVE.contains(state);
    }

    /// Why it was refused, in its own words.
    public static String reason(String errors) {
        return Stream.of(errors.strip())
                .flatMap(String::lines)
                .map(REASON::matcher)
                .filter(Matcher::find)
                .map(matcher -> matcher.group(1))
                .reduce((_, last) -> last)
                .orElse("it gave no reason");
    }
}
