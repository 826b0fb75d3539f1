package dev.llmprof.stage.workload;

import dev.llmprof.pipeline.AtomicFile;
import dev.llmprof.process.UserSignal;
import dev.llmprof.stage.StageFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The processes with PyTorch that the hook is in now, and how they are told to begin or end a
/// window.
public record LiveHooks(Path runDirectory, Path traces) {

    /// In the program's own files for a purpose.
    public static LiveHooks of(Path runDirectory, Workload.Purpose purpose) {
        return new LiveHooks(
                runDirectory, PythonHook.traces(purpose.scratchIn(runDirectory.toAbsolutePath())));
    }

    /// Those told, by their numbers, and whether one would not listen.
    public record Told(List<Integer> processes, boolean deaf) {}

    /// `word` is `start` or `stop`.
    public Told tell(String word) {
        List<Integer> told = new ArrayList<>();
        boolean deaf = false;
        for (Path live : live()) {
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
        return new Told(told, deaf);
    }

    /// Whether one of them is still busy with what it recorded.
    public boolean busy() {
        return Files.isDirectory(traces) && !StageFiles.ending(traces, ".busy").isEmpty();
    }

    /// The traces that are there already.
    public int written() {
        return Files.isDirectory(traces) ? StageFiles.ending(traces, ".json.gz").size() : 0;
    }

    private List<Path> live() {
        if (!Files.isDirectory(traces)) {
            return List.of();
        }
        // Those of other machines have their host in the name, and hear no signal of ours.
        return StageFiles.ending(traces, PythonHook.LIVE).stream()
                .filter(live -> live.getFileName().toString().matches("\\d{1,9}\\.live"))
                .toList();
    }

    private static String text(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (NoSuchFileException e) {
            return "";
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + file, e);
        }
    }
}
