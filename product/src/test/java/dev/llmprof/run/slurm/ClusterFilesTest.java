package dev.llmprof.run.slurm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterFilesTest {
    @TempDir Path sweep;

    /// It becomes a word of `scancel` and part of a file's name.
    @Test
    void aJobsNumberIsANumber() throws IOException {
        for (String job : new String[] {"\\ud800", "--user=root", "a\\u0000b", "../17"}) {
            record("\"" + job + "\"");
            Problem.Found found =
                    assertThrows(Problem.Found.class, () -> DamagedSweep.look(sweep), job);
            assertEquals("a job's number is not a number", found.problems().getFirst().what());
        }
        record("\"17\"");
        assertTrue(DamagedSweep.look(sweep).contains("17_0"));
        record("null");
        assertTrue(DamagedSweep.look(sweep).contains("17_0"));
    }

    private void record(String job) throws IOException {
        Files.createDirectories(sweep.resolve(".slurm"));
        Files.writeString(
                sweep.resolve(".slurm/sweep.json"),
                """
                {"id": "k", "name": "sweep", "logs": "logs", "tasks": [{"number": 0, "directory": "0"}],
                 "arrays": [{"name": "sweep", "offset": 0, "tasks": [0], "job": %s}]}
                """
                        .formatted(job));
    }
}
