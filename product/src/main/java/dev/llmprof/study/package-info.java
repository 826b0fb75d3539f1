/// Captures → tables → findings → files. Read [Analyzer] first.
@NullMarked
package dev.llmprof.study;

import org.jspecify.annotations.NullMarked;
