/// One run or a sweep, from words to a run directory and an exit code. Read [Runs] first.
@NullMarked
package dev.llmprof.run;

import org.jspecify.annotations.NullMarked;
