package dev.llmprof.stage.ncu;

import java.util.List;
import java.util.Locale;

/// Which launches ncu is to profile, one run of the program after the other; `json` is the whole
/// plan for the run directory.
public record LaunchPlan(
        double predictedSeconds, double coveredShare, List<PlannedRun> runs, String json) {
    public LaunchPlan {
        runs = List.copyOf(runs);
    }

    /// Of each function the launch of that number, from 1; `classes` counts what it stands for.
    public record PlannedRun(int invocation, List<String> functions, int classes) {
        public PlannedRun {
            functions = List.copyOf(functions);
        }
    }

    String words(double budgetMinutes) {
        return String.format(
                Locale.ROOT,
                "%d classes of launches, %.1f %% of the kernel time; predicted %.1f of %s minutes, in"
                        + " %d %s of the program",
                runs.stream().mapToInt(PlannedRun::classes).sum(),
                100 * coveredShare,
                predictedSeconds / 60,
                minutes(budgetMinutes),
                runs.size(),
                runs.size() == 1 ? "run" : "runs");
    }

    static String minutes(double minutes) {
        return minutes == Math.rint(minutes)
                ? String.format(Locale.ROOT, "%.0f", minutes)
                : String.valueOf(minutes);
    }
}
