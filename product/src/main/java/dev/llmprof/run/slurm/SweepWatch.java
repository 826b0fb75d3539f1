package dev.llmprof.run.slurm;

import dev.llmprof.run.slurm.TaskState.Kind;
import java.io.PrintStream;
import java.util.EnumMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Looks at a sweep again and again, says what has changed, and asks less and less often while
/// nothing does.
final class SweepWatch {
    private static final int MOST_SECONDS = 60;

    private final SweepLook look;
    private final Pause pause;
    private final PrintStream out;
    private Map<Integer, TaskState> said = Map.of();
    private String line = "";

    SweepWatch(SweepLook look, Pause pause, PrintStream out) {
        this.look = look;
        this.pause = pause;
        this.out = out;
    }

    /// Until all tasks are as wanted, or the user has had enough.
    SequencedMap<Integer, TaskState> until(ClusterSweep sweep, Predicate<Kind> wanted) {
        int first = Math.clamp(sweep.poll().toSeconds(), 1, MOST_SECONDS);
        int seconds = first;
        while (true) {
            SequencedMap<Integer, TaskState> states = look.at(sweep);
            boolean changed = say(sweep, states);
            if (states.values().stream().map(TaskState::kind).allMatch(wanted)) {
                return states;
            }
            seconds = changed ? first : Math.min(MOST_SECONDS, seconds * 2);
            if (pause.isOver(seconds)) {
                return states;
            }
        }
    }

    private boolean say(ClusterSweep sweep, SequencedMap<Integer, TaskState> states) {
        states.forEach((number, state) -> {
            TaskState before = said.get(number);
            boolean news = before == null || before.kind() != state.kind();
            if (news && (state.kind() == Kind.FAILED || state.kind() == Kind.LOST)) {
                out.println(
                        "slurm: job "
                                + number
                                + " "
                                + state.kind().word()
                                + ": "
                                + state.words()
                                + "; its output is in "
                                + sweep.log(number));
            }
        });
        said = states;
        String now =
                counts(states)
                        + look.silence()
                                .map(why -> "; the controller does not answer: " + why)
                                .orElse("");
        boolean changed = !now.equals(line);
        if (changed) {
            out.println("slurm: " + now);
        }
        line = now;
        return changed;
    }

    /// `4 jobs: 2 running, 2 done`.
    static String counts(SequencedMap<Integer, TaskState> states) {
        var counts = new EnumMap<Kind, Integer>(Kind.class);
        states.values().forEach(state -> counts.merge(state.kind(), 1, Integer::sum));
        return states.size()
                + (states.size() == 1 ? " job: " : " jobs: ")
                + counts.entrySet().stream()
                        .map(each -> each.getValue() + " " + each.getKey().word())
                        .collect(Collectors.joining(", "));
    }
}
