/// Files of the profilers → tables. Times are nanoseconds and sizes bytes, always; an id that is
/// not there is -1. Read [Trace] first: what one file says, whatever tool wrote it. No arithmetic
/// on the tables is done here.
@NullMarked
package dev.llmprof.trace;

import org.jspecify.annotations.NullMarked;
