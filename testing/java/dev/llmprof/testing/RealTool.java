package dev.llmprof.testing;

import dev.llmprof.process.Command;
import dev.llmprof.process.Ended;
import dev.llmprof.process.Executables;
import dev.llmprof.process.SystemProcesses;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.opentest4j.TestAbortedException;

/// A real program a test needs. Absent, the test is skipped with its reason; absent although
/// `LLMPROF_REQUIRE` names it, the test fails, so that CI cannot lose a tool unseen.
public final class RealTool {
    private static final String REQUIRE = "LLMPROF_REQUIRE";

    private RealTool() {}

    public static Path nsys() {
        return named("nsys");
    }

    public static Path ncu() {
        return named("ncu");
    }

    public static Path chromium() {
        return named("chromium");
    }

    /// A Python that can import torch: `LLMPROF_PYTHON`, else `python3` on the PATH.
    public static Path pythonWithTorch() {
        Optional<Path> python =
                Optional.ofNullable(System.getenv("LLMPROF_PYTHON"))
                        .map(Path::of)
                        .or(() -> onPath("python3"));
        return python.filter(RealTool::importsTorch)
                .orElseThrow(
                        () -> absent("torch", "no Python with torch; set LLMPROF_PYTHON to one"));
    }

    private static Path named(String name) {
        return onPath(name).orElseThrow(() -> absent(name, name + " is not on the PATH"));
    }

    private static Optional<Path> onPath(String name) {
        return Executables.find(name, System.getenv());
    }

    private static boolean importsTorch(Path python) {
        var imports = Command.of(python.toString(), "-c", "import torch, transformers");
        var answer = new SystemProcesses(System.getenv()).ask(imports, Duration.ofMinutes(2));
        return answer.ended() instanceof Ended.Exited(int code, _) && code == 0;
    }

    private static RuntimeException absent(String name, String why) {
        String required = Optional.ofNullable(System.getenv(REQUIRE)).orElse("");
        if (List.of(required.split(",")).contains(name)) {
            throw new AssertionError(why + ", but " + REQUIRE + " asks for it");
        }
        return new TestAbortedException("skipped: " + why);
    }
}
