/// What this machine has: NVIDIA's driver and its GPUs, the libraries of CUDA.
///
/// Read [NvidiaDriver] first.
@NullMarked
package dev.llmprof.host;

import org.jspecify.annotations.NullMarked;
