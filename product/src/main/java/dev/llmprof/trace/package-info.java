/// Files of the profilers → tables. Times are nanoseconds and sizes bytes, always; an id that is
/// absent is -1. Read [Trace] first; each format has a package of its own.
@NullMarked
package dev.llmprof.trace;

import org.jspecify.annotations.NullMarked;
