/// What works on this machine, and what the rest would take. Read [Examination] first.
@NullMarked
package dev.llmprof.host.check;

import org.jspecify.annotations.NullMarked;
