package dev.llmprof.run;

import dev.llmprof.pipeline.AtomicFile;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.UserSignal;
import dev.llmprof.stage.StageFiles;
import dev.llmprof.stage.workload.PythonHook;
import dev.llmprof.stage.workload.Workload.Purpose;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

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
        for (Path live : live(runDirectory.toAbsolutePath())) {
            boolean listens = text(live).equals("signal");
            deaf |= !listens;
            String pid = live.getFileName().toString().replace(PythonHook.LIVE, "");
            if (listens) {
                AtomicFile.write(live.resolveSibling(pid + PythonHook.WANT), word + "\n");
                if (UserSignal.send(
                        Integer.parseInt(pid),
                        "LLMPROF_HOOK=" + runDirectory.toAbsolutePath().normalize())) {
                    told.add(Integer.valueOf(pid));
                }
            }
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

    private static List<Path> live(Path runDirectory) {
        return Stream.of(Purpose.TORCH, Purpose.NSYS)
                .map(purpose -> PythonHook.traces(purpose.scratchIn(runDirectory)))
                .filter(Files::isDirectory)
                .flatMap(traces -> StageFiles.ending(traces, PythonHook.LIVE).stream())
                // Those of other machines have their host in the name, and hear no signal of ours.
                .filter(live -> live.getFileName().toString().matches("\\d+\\.live"))
                .toList();
    }

    private static String text(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + file, e);
        }
    }
}
