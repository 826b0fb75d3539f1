package dev.llmprof.run.slurm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.config.sweep.JobCommand;
import dev.llmprof.run.settings.SlurmKeys;
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
    void aSecretVariableOfATaskStandsInNoFileEither() {
        SlurmKeys keys =
                SlurmMaster.keys(
                        "slurm",
                        "+hydra.launcher.env.WANDB_API_KEY=zTaskKey",
                        "+hydra.launcher.env.MODE=fast",
                        "hydra.launcher.setup=[module load cuda,'export X=hf_abcdefghijklmnop9']");
        String text = TaskScript.text(keys, Path.of("/sweep/.slurm"), Path.of("/srv/here"));
        assertTrue(text.contains("export MODE=fast\n"), text);
        assertTrue(text.contains("export WANDB_API_KEY=\"$LLMPROF_SECRET_WANDB_API_KEY\"\n"), text);
        assertFalse(text.contains("zTaskKey"), text);
        assertTrue(text.contains("module load cuda\neval \"$LLMPROF_SECRET_SETUP_1\"\n"), text);
        assertEquals(
                Map.of(
                        "LLMPROF_SECRET_WANDB_API_KEY",
                        "zTaskKey",
                        "LLMPROF_SECRET_SETUP_1",
                        "export X=hf_abcdefghijklmnop9"),
                TaskScript.variables(keys));
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
