/// The stage `torch_profiler`: the workload under the PyTorch profiler. Read [TorchProfilerStage]
/// first.
@NullMarked
package dev.llmprof.stage.torch;

import org.jspecify.annotations.NullMarked;
