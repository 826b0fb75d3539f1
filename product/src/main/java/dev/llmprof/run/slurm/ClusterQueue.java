package dev.llmprof.run.slurm;

import dev.llmprof.process.Command;
import dev.llmprof.process.Ended;
import dev.llmprof.process.Processes;
import dev.llmprof.tool.Slurm;
import dev.llmprof.tool.SlurmAnswers;
import dev.llmprof.tool.SlurmAnswers.QueuedTask;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// Asks Slurm's programs. A controller that is down lets `squeue` wait for 18 seconds.
final class ClusterQueue {
    private static final Duration DEADLINE = Duration.ofMinutes(2);

    private final Processes processes;

    ClusterQueue(Processes processes) {
        this.processes = processes;
    }

    /// What the queue holds, or why nobody knows.
    sealed interface Seen {
        record Tasks(List<QueuedTask> all) implements Seen {}

        record Silent(String why) implements Seen {}
    }

    Seen look(List<String> names) {
        if (names.isEmpty()) {
            return new Seen.Tasks(List.of());
        }
        Processes.Answer answer = ask(Slurm.queue(names));
        return well(answer)
                ? new Seen.Tasks(SlurmAnswers.queue(answer.output()))
                : new Seen.Silent(why(answer));
    }

    private static String why(Processes.Answer answer) {
        return answer.ended() instanceof Ended.NotStarted(String reason)
                ? reason
                : SlurmAnswers.reason(answer.errors());
    }

    /// What else remembers a task that the queue has forgotten.
    Optional<String> lastWord(String task, String name) {
        Processes.Answer shown = ask(Slurm.show(task));
        return Optional.of(shown)
                .filter(ClusterQueue::well)
                .flatMap(each -> SlurmAnswers.shownState(each.output(), name))
                .or(() -> accounted(task, name))
                .filter(state -> !SlurmAnswers.isAlive(state));
    }

    private Optional<String> accounted(String task, String name) {
        Processes.Answer answer = ask(Slurm.account(task));
        return well(answer) ? SlurmAnswers.accountedState(answer.output(), name) : Optional.empty();
    }

    OptionalInt largestArray() {
        Processes.Answer answer = ask(Slurm.configuration());
        return well(answer) ? SlurmAnswers.largestArray(answer.output()) : OptionalInt.empty();
    }

    Processes.Answer ask(Command command) {
        return processes.ask(command, DEADLINE);
    }

    static boolean well(Processes.Answer answer) {
        return answer.ended() instanceof Ended.Exited(int code, _) && code == 0;
    }
}
