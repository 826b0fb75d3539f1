package dev.llmprof.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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
    public static Path python() {
        return named("python3");
    }

    public static Path pythonWithTorch() {
        Optional<Path> python =
                Optional.ofNullable(System.getenv("LLMPROF_PYTHON"))
                        .map(Path::of)
                        .or(() -> onPath("python3"));
        return python.filter(found -> imports(found, "torch, transformers"))
                .orElseThrow(
                        () -> absent("torch", "no Python with torch; set LLMPROF_PYTHON to one"));
    }

    /// The same with FastAPI and uvicorn.
    public static Path pythonWithFastApi() {
        Path python = pythonWithTorch();
        if (imports(python, "fastapi, uvicorn")) {
            return python;
        }
        throw absent("fastapi", "this Python has no fastapi and uvicorn");
    }

    /// The same with all that `transformers serve` needs.
    public static Path pythonWithServing() {
        Path python = pythonWithFastApi();
        if (imports(python, "transformers, openai, requests, multipart, accelerate")) {
            return python;
        }
        throw absent("fastapi", "this Python has not all that `transformers serve` needs");
    }

    /// A Slurm that takes jobs from here, of as many nodes; `SLURM_CONF` says which, else the
    /// machine's own.
    public static void slurm(int nodes) {
        if (onPath("sbatch").isEmpty() || onPath("sinfo").isEmpty()) {
            throw absent("slurm", "sbatch is not on the PATH");
        }
        try {
            Process asked =
                    new ProcessBuilder("sinfo", "-h", "-N", "-o", "%N")
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            long found = new String(asked.getInputStream().readAllBytes(), UTF_8).lines().count();
            if (asked.waitFor() != 0 || found < nodes) {
                throw absent("slurm", "no Slurm of " + nodes + " nodes answers here");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Path named(String name) {
        return onPath(name).orElseThrow(() -> absent(name, name + " is not on the PATH"));
    }

    private static Optional<Path> onPath(String name) {
        String folders = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.of(folders.split(File.pathSeparator))
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static boolean imports(Path python, String modules) {
        try {
            Process imports =
                    new ProcessBuilder(python.toString(), "-c", "import " + modules)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            if (imports.waitFor(2, TimeUnit.MINUTES)) {
                return imports.exitValue() == 0;
            }
            imports.destroyForcibly();
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static RuntimeException absent(String name, String why) {
        String required = Optional.ofNullable(System.getenv(REQUIRE)).orElse("");
        if (List.of(required.split(",")).contains(name)) {
            throw new AssertionError(why + ", but " + REQUIRE + " asks for it");
        }
        return new TestAbortedException("skipped: " + why);
    }
}
