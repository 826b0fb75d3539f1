package dev.llmprof.run.slurm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.llmprof.problem.Problem;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SbatchOptionsTest {
    private static final Path LOGS = Path.of("/sweep/.slurm/logs");
    private static final Path HERE = Path.of("/srv/here");

    @ParameterizedTest
    @ValueSource(strings = {"slurm", "submitit_slurm"})
    void whatNobodyAskedForIsTheClustersToChoose(String launcher) {
        assertEquals(
                List.of(
                        "--chdir=/srv/here",
                        "--output=/sweep/.slurm/logs/%A_%a.out",
                        "--error=/sweep/.slurm/logs/%A_%a.err",
                        "--time=60",
                        "--signal=B:USR1@120",
                        "--nodes=1",
                        "--ntasks-per-node=1"),
                SbatchOptions.of(SlurmMaster.keys(launcher), LOGS, HERE));
        assertEquals("llmprof", SlurmMaster.keys(launcher).name());
    }

    @Test
    void everyKeyOfThePythonLauncherIsTaken() {
        assertEquals(
                List.of(
                        "--chdir=/srv/here",
                        "--output=/sweep/.slurm/logs/%A_%a.out",
                        "--time=90",
                        "--signal=B:USR1@30",
                        "--requeue",
                        "--nodes=2",
                        "--ntasks-per-node=4",
                        "--cpus-per-task=8",
                        "--gpus-per-node=a100:4",
                        "--mem=1536M",
                        "--partition=gpu",
                        "--qos=high",
                        "--comment=mine",
                        "--constraint=ib",
                        "--exclude=n3",
                        "--gres=gpu:4",
                        "--cpus-per-gpu=2",
                        "--gpus-per-task=1",
                        "--mem-per-gpu=10G",
                        "--mem-per-cpu=1G",
                        "--account=team",
                        "--dependency=afterok:1",
                        "--nodelist=n1",
                        "--exclusive",
                        "--mail-type=END",
                        "--contiguous"),
                SbatchOptions.of(
                        SlurmMaster.keys(
                                "submitit_slurm",
                                "hydra.launcher.submitit_folder=logs/%j",
                                "hydra.launcher.timeout_min=90",
                                "hydra.launcher.cpus_per_task=8",
                                "hydra.launcher.gpus_per_node='a100:4'",
                                "hydra.launcher.tasks_per_node=4",
                                "hydra.launcher.mem_gb=1.5",
                                "hydra.launcher.nodes=2",
                                "hydra.launcher.name=other",
                                "hydra.launcher.stderr_to_stdout=true",
                                "hydra.launcher.partition=gpu",
                                "hydra.launcher.qos=high",
                                "hydra.launcher.comment=mine",
                                "hydra.launcher.constraint=ib",
                                "hydra.launcher.exclude=n3",
                                "hydra.launcher.gres='gpu:4'",
                                "hydra.launcher.cpus_per_gpu=2",
                                "hydra.launcher.gpus_per_task=1",
                                "hydra.launcher.mem_per_gpu=10G",
                                "hydra.launcher.mem_per_cpu=1G",
                                "hydra.launcher.account=team",
                                "hydra.launcher.signal_delay_s=30",
                                "hydra.launcher.max_num_timeout=1",
                                "hydra.launcher.python=python3",
                                "+hydra.launcher.additional_parameters={mail_type:END,contiguous:true,hold:false}",
                                "hydra.launcher.array_parallelism=2",
                                "hydra.launcher.setup=[module load x]",
                                "hydra.launcher.srun_args=['--mpi=none']",
                                "hydra.launcher.dependency='afterok:1'",
                                "hydra.launcher.nodelist=n1",
                                "hydra.launcher.exclusive=true"),
                        LOGS,
                        HERE));
    }

    @Test
    void aShortJobIsWarnedAtHalfItsTime() {
        assertEquals(
                30,
                SbatchOptions.warningSeconds(
                        SlurmMaster.keys("slurm", "hydra.launcher.timeout_min=1")));
    }

    @Test
    void anUnknownKeyGetsTheNearestName() {
        Problem.Found found =
                assertThrows(
                        Problem.Found.class,
                        () -> SlurmMaster.keys("slurm", "+hydra.launcher.partitoin=x"));
        assertEquals("did you mean hydra.launcher.partition?", found.problems().getFirst().fix());
    }
}
