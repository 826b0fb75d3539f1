/// Captures → tables → findings → files. Read [Study] first.
@NullMarked
package dev.llmprof.study;

import org.jspecify.annotations.NullMarked;
