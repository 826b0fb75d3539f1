/// The stage `ncu`, and `llmprof kernels`: kernels under Nsight Compute. Read [NcuStage] first.
@NullMarked
package dev.llmprof.stage.ncu;

import org.jspecify.annotations.NullMarked;
