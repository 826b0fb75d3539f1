package dev.llmprof.stage.workload;

import dev.llmprof.problem.Problem;
import dev.llmprof.process.Ended;
import dev.llmprof.stage.EndedWords;
import dev.llmprof.stage.StageFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Why a workload did not end well: in its own words where it is ours, else with its last lines.
public final class WorkloadFailure {
    private static final int LINES = 3;
    private static final int OWN_LINES = 20;
    private static final int USER_ERROR = 2;
    private static final String AT = "  at   ";
    private static final String FIX = "  fix  ";

    private WorkloadFailure() {}

    /// `timeoutKey` is what to raise when it took too long.
    public static Problem of(Workload workload, Ended ended, Path log, String timeoutKey) {
        boolean own = workload instanceof Workload.Builtin;
        if (own && ended instanceof Ended.Exited(int code, _) && code == USER_ERROR) {
            return inItsOwnWords(StageFiles.lastLines(log, OWN_LINES).lines().toList(), log);
        }
        String last = StageFiles.lastLines(log, LINES);
        return new Problem(
                "the workload " + EndedWords.of(ended),
                log + (last.isEmpty() ? "" : "\n" + last),
                switch (ended) {
                    case Ended.TimedOut _ -> "raise " + timeoutKey;
                    // Whoever interrupted it knows; how to go on is said below all stages.
                    case Ended.Interrupted _ -> "";
                    case Ended.Exited _, Ended.Signalled _, Ended.NotStarted _ -> "see the log";
                });
    }

    /// The engine prints a problem as we do: what, then `at` and `fix` behind two blanks.
    static Problem inItsOwnWords(List<String> lines, Path log) {
        if (lines.isEmpty()) {
            return new Problem("the engine was told something wrong", log.toString(), "");
        }
        int start = lines.size() - 1;
        while (start > 0 && lines.get(start).startsWith("  ")) {
            start--;
        }
        List<String> at = new ArrayList<>();
        List<String> fix = new ArrayList<>();
        List<String> part = at;
        for (String line : lines.subList(start + 1, lines.size())) {
            part = line.startsWith(FIX) ? fix : part;
            boolean labelled = line.startsWith(FIX) || line.startsWith(AT);
            part.add(labelled ? line.substring(AT.length()) : line.strip());
        }
        return new Problem(
                lines.get(start),
                at.isEmpty() ? log.toString() : String.join("\n", at),
                String.join("\n", fix));
    }
}
