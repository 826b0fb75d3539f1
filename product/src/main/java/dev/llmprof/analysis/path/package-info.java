/// The critical path: what a step had to wait for, one thing after the other. Read [CriticalPaths]
/// first.
@NullMarked
package dev.llmprof.analysis.path;

import org.jspecify.annotations.NullMarked;
