package dev.llmprof.host;

import dev.llmprof.process.Command;
import dev.llmprof.process.Ended;
import dev.llmprof.process.Processes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The packages a Python has, with their versions.
public final class PythonPackages {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String QUESTION =
            "import importlib.metadata as m, sys; print('python', sys.version.split()[0]); "
                    + "[print(d.metadata['Name'], d.version) for d in m.distributions() if d.metadata['Name']]";

    private PythonPackages() {}

    /// By name, Python itself among them; none where it does not answer. `directory` is where a
    /// relative path to it starts.
    public static Map<String, String> of(String python, Path directory, Processes processes) {
        Processes.Answer answer =
                processes.ask(question(python, directory, QUESTION, Map.of()), PATIENCE);
        Map<String, String> packages = new TreeMap<>();
        if (answer.ended() instanceof Ended.Exited(int code, _) && code == 0) {
            answer.output()
                    .lines()
                    .map(line -> line.split(" ", 2))
                    .filter(parts -> parts.length == 2)
                    .forEach(parts -> packages.put(parts[0], parts[1]));
        }
        return packages;
    }

    /// From the root: Python looks for modules where it stands first, and a user's `json.py` is
    /// none of ours.
    static Command question(
            String python, Path directory, String program, Map<String, String> environment) {
        String name = python.contains("/") ? directory.resolve(python).toString() : python;
        return new Command(List.of(name, "-c", program), environment, Optional.of(Path.of("/")));
    }
}
