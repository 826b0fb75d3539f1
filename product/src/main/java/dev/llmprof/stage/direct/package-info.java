/// The stage `direct_inference`: the workload with no profiler around it. Read
/// [DirectInferenceStage] first.
@NullMarked
package dev.llmprof.stage.direct;

import org.jspecify.annotations.NullMarked;
