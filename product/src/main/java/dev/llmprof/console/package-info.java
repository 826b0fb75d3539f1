/// Where commands and runs print, how the process ends, which llmprof this is. Read [Console]
/// first.
@NullMarked
package dev.llmprof.console;

import org.jspecify.annotations.NullMarked;
