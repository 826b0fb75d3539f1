package dev.llmprof.run;

import dev.llmprof.problem.Problem;
import dev.llmprof.stage.workload.LiveHooks;
import dev.llmprof.stage.workload.Workload.Purpose;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Tells the processes of a run that is at work to begin or end a window.
public final class CaptureControl {
    private CaptureControl() {}

    /// `word` is `start` or `stop`. Which processes were told.
    public static List<Integer> tell(Path runDirectory, String word) {
        if (!Files.isDirectory(runDirectory)) {
            throw new Problem(
                            "there is no run at " + runDirectory,
                            "the command line",
                            "llmprof runs list")
                    .found();
        }
        List<Integer> told = new ArrayList<>();
        boolean deaf = false;
        for (Purpose purpose : List.of(Purpose.TORCH, Purpose.NSYS)) {
            LiveHooks.Told some = LiveHooks.of(runDirectory, purpose).tell(word);
            told.addAll(some.processes());
            deaf |= some.deaf();
        }
        if (told.isEmpty()) {
            throw new Problem(
                            deaf
                                    ? "the programs of this run begin their window by themselves"
                                    : "no process of this run has PyTorch loaded now",
                            runDirectory.toString(),
                            deaf
                                    ? "llmprof run capture.start=signal -- program"
                                    : "wait until the program has imported torch")
                    .found();
        }
        return told;
    }
}
