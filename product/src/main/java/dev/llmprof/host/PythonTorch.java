package dev.llmprof.host;

import dev.llmprof.process.Command;
import dev.llmprof.process.Processes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/// What torch a Python has, without the seconds that importing it takes.
public final class PythonTorch {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /// torch notes in a file of its own for what it was built; ROCm's answers to `cuda` too.
    private static final String QUESTION =
            "import importlib.util as u, runpy; p = u.find_spec('torch').submodule_search_locations[0];"
                    + " v = runpy.run_path(p + '/version.py');"
                    + " print('torch for', v.get('cuda') or v.get('hip'))";

    private PythonTorch() {}

    /// Only if it says so: a Python without torch may have something else that computes.
    public static boolean isForCpuOnly(
            String python, Path directory, Map<String, String> environment, Processes processes) {
        Command command = PythonPackages.question(python, directory, QUESTION, environment);
        return processes.ask(command, PATIENCE).output().strip().equals("torch for None");
    }
}
