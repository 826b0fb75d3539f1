/// The built-in workload: a small inference engine on libtorch, in a JVM of its own.
///
/// Read [Main] first, then [Session] (one item from prompt to text) and [Decoder].
@NullMarked
package dev.llmprof.engine;

import org.jspecify.annotations.NullMarked;
