/// Damaged files for every reader, by a seed: one case can be made again. Read [FuzzRun] first.
@NullMarked
package dev.llmprof.testing.fuzz;

import org.jspecify.annotations.NullMarked;
