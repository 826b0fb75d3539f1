package dev.llmprof.run.slurm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.config.sweep.JobCommand;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TaskScriptTest {
    @Test
    void secretsComeWithTheEnvironmentAndStandInNoFile() {
        var job =
                new JobCommand(
                        3,
                        List.of("infer.max_new_tokens=4"),
                        List.of(
                                "llmprof",
                                "run",
                                "workload.env.HF_TOKEN=hf_abcdefghijklmnop",
                                "a b"),
                        Path.of("/sweep/3"));
        TaskScript.Words words = TaskScript.words(job);
        assertEquals(
                """
                # infer.max_new_tokens=4
                directory=/sweep/3
                resume=("$LLMPROF_SECRET_3_2")
                set -- llmprof \\
                    run \\
                    "$LLMPROF_SECRET_3_2" \\
                    'a b'
                """,
                words.text());
        assertEquals(
                Map.of("LLMPROF_SECRET_3_2", "workload.env.HF_TOKEN=hf_abcdefghijklmnop"),
                words.variables());
    }

    @Test
    void theScriptHasWhatTheUserWantsAroundTheRun() {
        String text =
                TaskScript.text(
                        SlurmMaster.keys(
                                "slurm",
                                "hydra.launcher.setup=[module load cuda]",
                                "hydra.launcher.teardown=[rm -rf x]",
                                "hydra.launcher.max_num_timeout=2",
                                "+hydra.launcher.env.A='b c'"),
                        Path.of("/sw eep/.slurm"),
                        Path.of("/srv/here"));
        assertTrue(text.contains("home='/sw eep/.slurm'\nmost_restarts=2\n"), text);
        assertTrue(text.contains("export A='b c'\nmodule load cuda\n"), text);
        assertTrue(text.contains("\nrm -rf x\nleave \"$code\""), text);
        assertTrue(text.contains("cd -- /srv/here ||"), text);
    }
}
