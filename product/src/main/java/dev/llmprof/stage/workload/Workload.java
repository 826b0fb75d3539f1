package dev.llmprof.stage.workload;

import dev.llmprof.load.ApiKey;
import dev.llmprof.load.LoadSettings;
import dev.llmprof.load.Target;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The program under observation. Made once and given to every stage, so that each of them sees the
/// same work.
public sealed interface Workload {

    /// Why the program is started. A profiler around it must be the only one: under nsys and ncu
    /// the program's own profiling stays off.
    enum Purpose {
        PLAIN("direct_inference"),
        TORCH("torch_profiler"),
        NSYS("workload"),
        NCU("workload");

        private final String scratch;

        Purpose(String scratch) {
            this.scratch = scratch;
        }

        /// Where the program's own files for this purpose go.
        public Path scratchIn(Path runDirectory) {
            return runDirectory.resolve("tmp").resolve(scratch);
        }

        public boolean underNsight() {
            return this == NSYS || this == NCU;
        }
    }

    /// What every kind adds to its environment, where it stands, whether a Python program's phases
    /// are marked under nsys and ncu, and timed, and how its ranks are started.
    record Surroundings(
            Map<String, String> environment,
            Optional<Path> directory,
            Optional<Marks> marks,
            RankLaunch launch) {
        public Surroundings {
            environment = Map.copyOf(environment);
        }

        public Surroundings(Map<String, String> environment, Optional<Path> directory) {
            this(environment, directory, Optional.empty(), RankLaunch.NONE);
        }
    }

    /// Marks prefill, decode and the window in a Python program; `inherited` is the environment it
    /// starts from.
    record Marks(Map<String, String> inherited, CaptureWindow window) {
        public Marks {
            inherited = Map.copyOf(inherited);
        }
    }

    Surroundings surroundings();

    /// llmprof's own engine: a launcher (`java … dev.llmprof.engine.Main`) and what it is told.
    record Builtin(List<String> launcher, EngineOrders orders, Surroundings surroundings)
            implements Workload {
        public Builtin {
            launcher = List.copyOf(launcher);
        }
    }

    /// Any program of the user's.
    record Command(List<String> argv, Surroundings surroundings) implements Workload {
        public Command {
            argv = List.copyOf(argv);
            if (argv.isEmpty()) {
                throw new IllegalArgumentException("a workload needs a program");
            }
        }
    }

    /// `python -m module override…`
    record PythonModule(
            String python, String module, ModuleOverrides overrides, Surroundings surroundings)
            implements Workload {}

    /// A server and its load. Without `argv` it is there already, and is never ended by us; `key`
    /// is what it wants to see, `traces` where it writes what its own profiler records, where that
    /// is known.
    record Server(
            List<String> argv,
            URI url,
            Optional<String> model,
            Target.Api api,
            Optional<ApiKey> key,
            Ready ready,
            Optional<Path> traces,
            LoadSettings load,
            CaptureWindow window,
            Surroundings surroundings)
            implements Workload {
        public Server {
            argv = List.copyOf(argv);
        }

        /// Whether the hook records it: its own profiler does where that can be reached and where
        /// its traces go is known.
        public boolean hooked() {
            return !attached()
                    && traces.isEmpty()
                    && argv.stream().noneMatch(word -> word.contains("sglang"));
        }

        /// How long it may take to load its model, and how long nothing at all may be at the
        /// address of one that should run already.
        public record Ready(Duration limit, Duration absent) {}

        /// Somebody else started it.
        public boolean attached() {
            return argv.isEmpty();
        }
    }

    /// The text of the engine's settings file for a purpose.
    @FunctionalInterface
    interface EngineOrders {
        String json(Purpose purpose, Path runDirectory);
    }
}
