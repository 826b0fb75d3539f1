/// Sweeps on Slurm: submitting, watching, coming back. Read [SlurmLauncher] first.
@NullMarked
package dev.llmprof.run.slurm;

import org.jspecify.annotations.NullMarked;
