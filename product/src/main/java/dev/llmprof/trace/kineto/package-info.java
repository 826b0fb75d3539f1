/// Traces of the PyTorch profiler and others in Chrome's JSON, plain or packed, read in one pass.
/// Read [KinetoReader] first.
@NullMarked
package dev.llmprof.trace.kineto;

import org.jspecify.annotations.NullMarked;
