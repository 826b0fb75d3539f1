/// What happened, where, and how to fix it. Every room may know this one; it knows none.
///
/// Read [Problem] first.
@NullMarked
package dev.llmprof.problem;

import org.jspecify.annotations.NullMarked;
