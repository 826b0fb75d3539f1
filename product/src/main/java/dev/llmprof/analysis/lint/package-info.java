/// Whether a capture can be trusted: rules about how it was made and what it lost, not about how
/// fast the program is. Read [LintRule] first.
@NullMarked
package dev.llmprof.analysis.lint;

import org.jspecify.annotations.NullMarked;
