/// The built-in workload and the PyTorch profiler, wired: from the configuration tree to their
/// settings, and from a trace to the reports beside it.
///
/// Read [EngineBinding] first.
@NullMarked
package dev.llmprof.app.engine;

import org.jspecify.annotations.NullMarked;
