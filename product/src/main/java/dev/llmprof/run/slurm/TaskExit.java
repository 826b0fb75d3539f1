package dev.llmprof.run.slurm;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.problem.GivenFile;
import dev.llmprof.problem.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// `exit.json`, which a task's script leaves as its last word. `signal` is `USR1` where the time
/// limit came.
record TaskExit(int code, String signal, String host, int restart, String ended) {
    static final String NAME = "exit.json";

    static Optional<TaskExit> in(Path task) {
        Path file = task.resolve(NAME);
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            JsonNode root = GivenFile.json(file, "");
            return Optional.of(
                    new TaskExit(
                            root.path("code").asInt(1),
                            root.path("signal").asText(""),
                            root.path("host").asText(""),
                            root.path("restart").asInt(),
                            root.path("ended").asText("")));
        } catch (Problem.Found unreadable) {
            // It comes by rename and is whole; what is not was written by somebody else.
            return Optional.empty();
        }
    }

    boolean isTimeLimit() {
        return signal.equals("USR1") && code != 0;
    }
}
