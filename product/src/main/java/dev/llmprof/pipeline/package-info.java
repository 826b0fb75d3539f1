/// Runs stages in order and keeps the manifest. Knows no tool by name.
///
/// Read [Stage] first, then [Outcome].
@NullMarked
package dev.llmprof.pipeline;

import org.jspecify.annotations.NullMarked;
