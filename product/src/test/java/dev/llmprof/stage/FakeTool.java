package dev.llmprof.stage;

import dev.llmprof.process.SystemProcesses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// A shell script that stands for a profiler where the real one cannot show a path: a GPU, a hang,
/// a missing importer.
public final class FakeTool {

    private FakeTool() {}

    public static SystemProcesses processes(Path directory, String name, String script)
            throws IOException {
        return new SystemProcesses(environment(directory, name, script));
    }

    public static Map<String, String> environment(Path directory, String name, String script)
            throws IOException {
        Path bin = Files.createDirectories(directory.resolve("bin"));
        Path file = Files.writeString(bin.resolve(name), "#!/bin/sh\n" + script);
        if (!file.toFile().setExecutable(true)) {
            throw new IOException("cannot make " + file + " executable");
        }
        var environment = new HashMap<>(System.getenv());
        environment.put("PATH", bin + ":/usr/bin:/bin");
        return environment;
    }
}
