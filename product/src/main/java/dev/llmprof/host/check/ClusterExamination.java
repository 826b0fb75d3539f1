package dev.llmprof.host.check;

import dev.llmprof.host.Machine;
import dev.llmprof.tool.Slurm;
import dev.llmprof.tool.SlurmAnswers;

/// Whether sweeps can be handed to a cluster from here.
final class ClusterExamination {
    private static final String NAME = "slurm";
    private static final String COSTS = "sweeps run on this machine only";

    private ClusterExamination() {}

    /// Slurm itself is asked whether a job of nothing could ever run; nothing is submitted.
    static Finding slurm(Machine machine) {
        if (machine.program(Slurm.PROGRAM).isEmpty()) {
            return Finding.missing(
                    NAME, COSTS, "start llmprof where sbatch is, if there is a cluster");
        }
        Machine.Answer answer = machine.ask(Slurm.test().argv());
        String said = SlurmAnswers.reason(answer.output());
        return answer.well()
                ? Finding.ok(NAME, said.replaceFirst("^Job \\d+ to start at \\S+ ", "takes jobs: "))
                : Finding.broken(
                        NAME,
                        said,
                        COSTS,
                        "sbatch --test-only --wrap=true says the same; a partition or account may be"
                                + " needed: hydra.launcher.partition=…");
    }
}
