/// Command lines of the profilers, as pure functions, and the short answers the tools give about
/// themselves. Starts nothing.
///
/// Read [Nsys] first, then [Ncu].
@NullMarked
package dev.llmprof.tool;

import org.jspecify.annotations.NullMarked;
