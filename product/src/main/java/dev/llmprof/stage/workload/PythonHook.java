package dev.llmprof.stage.workload;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.pipeline.AtomicFile;
import dev.llmprof.process.Command;
import dev.llmprof.secret.Secrets;
import dev.llmprof.shipped.ShippedText;
import dev.llmprof.stage.StageFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The start-up hook for Python programs: written into the run's scratch directory and put on
/// `PYTHONPATH`. Under the PyTorch profiler it records, marks and times; under nsys and ncu it only
/// marks, and with neither it only times.
public final class PythonHook {
    private static final List<String> SCRIPTS =
            List.of(
                    "sitecustomize.py",
                    "llmprof_hook/__init__.py",
                    "llmprof_hook/arrival.py",
                    "llmprof_hook/device.py",
                    "llmprof_hook/gate.py",
                    "llmprof_hook/hidden.py",
                    "llmprof_hook/nvtx.py",
                    "llmprof_hook/patches.py",
                    "llmprof_hook/phases.py",
                    "llmprof_hook/presence.py",
                    "llmprof_hook/progress.py",
                    "llmprof_hook/ranks.py",
                    "llmprof_hook/recording.py",
                    "llmprof_hook/requests.py",
                    "llmprof_hook/signals.py",
                    "llmprof_hook/summary.py",
                    "llmprof_hook/ticker.py",
                    "llmprof_hook/watch.py",
                    "llmprof_hook/window.py");

    /// Ends the name of a file that is there while a process with PyTorch is; before it its number.
    public static final String LIVE = ".live";

    /// The same with what `llmprof capture` wants of it.
    public static final String WANT = ".want";

    /// The range of the window, and those of phases.
    public static final String WINDOW = "window";

    public static final Set<String> PHASES = Set.of("prefill", "decode");

    /// Ends the name of a phase's first occurrence where a gate waits for a warm one.
    public static final String FIRST = ".warmup";

    private static final String PATH = "PYTHONPATH";

    private PythonHook() {}

    public static void prepare(Path scratch, TorchProfilerSettings settings, RankLaunch launch) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("profile", true);
        settings.activities().forEach(node.putArray("activities")::add);
        node.put("record_shapes", settings.recordShapes());
        node.put("profile_memory", settings.profileMemory());
        node.put("with_stack", settings.withStack());
        node.put("phases", settings.markPhases()).put("first", "");
        node.set("window", settings.window().json());
        write(scratch, node, launch);
    }

    /// For a program under nsys or ncu, which bear no second profiler, or under none.
    static void prepareMarks(Path scratch, CaptureWindow window, boolean gated, RankLaunch launch) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("profile", false).put("phases", true).put("first", gated ? FIRST : "");
        node.set("window", window.json());
        write(scratch, node, launch);
    }

    private static void write(Path scratch, ObjectNode settings, RankLaunch launch) {
        // Of an earlier attempt nothing may be taken for new.
        StageFiles.remove(traces(scratch));
        Path traces = StageFiles.directory(traces(scratch));
        settings.put("directory", traces.toAbsolutePath().toString());
        settings.put("ranks", launch.ranks());
        host().ifPresent(name -> settings.put("host", name));
        Secrets.names().forEach(settings.putArray("secrets")::add);
        AtomicFile.write(settingsFile(scratch), settings.toPrettyString() + "\n");
        for (String script : SCRIPTS) {
            Path file = home(scratch).resolve(script);
            StageFiles.directory(file.resolveSibling(""));
            AtomicFile.write(file, text(script));
        }
    }

    /// The same command with the hook in front of what the user has on `PYTHONPATH`.
    public static Command around(Command command, Path scratch, Map<String, String> environment) {
        Map<String, String> added = new HashMap<>(command.environment());
        String own = added.getOrDefault(PATH, environment.getOrDefault(PATH, ""));
        String hook = home(scratch).toAbsolutePath().toString();
        added.put(PATH, own.isEmpty() ? hook : hook + ":" + own);
        added.put("LLMPROF_HOOK", settingsFile(scratch).toAbsolutePath().toString());
        // Kineto writes two lines to stderr below this level, and the output is the program's own.
        added.putIfAbsent("KINETO_LOG_LEVEL", "99");
        return command.in(added);
    }

    /// As Python has it: files of processes on other machines carry theirs.
    private static Optional<String> host() {
        try {
            return Optional.of(Files.readString(Path.of("/proc/sys/kernel/hostname")).strip());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static String text(String script) {
        return ShippedText.of(PythonHook.class, "hook/" + script);
    }

    private static Path home(Path scratch) {
        return scratch.resolve("hook");
    }

    private static Path settingsFile(Path scratch) {
        return scratch.resolve("hook.json");
    }

    /// Where the hook leaves its traces and summaries, one of each a process.
    public static Path traces(Path scratch) {
        return scratch.resolve("traces");
    }
}
