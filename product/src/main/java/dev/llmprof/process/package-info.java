/// The only place a program is started. Says how it ended, never what that means.
///
/// Read [Processes] first.
@NullMarked
package dev.llmprof.process;

import org.jspecify.annotations.NullMarked;
