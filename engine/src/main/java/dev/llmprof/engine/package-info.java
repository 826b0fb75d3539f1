/// The built-in workload: a small inference engine on libtorch, in a JVM of its own.
///
/// Read [Main] first, then [dev.llmprof.engine.model.Session] (one item from prompt to text) and
/// [dev.llmprof.engine.decoder.Decoder].
@NullMarked
package dev.llmprof.engine;

import org.jspecify.annotations.NullMarked;
