/// Words for each advice: what was found, the number behind it, what to try. Read [AdviceWords]
/// first.
@NullMarked
package dev.llmprof.report.advice;

import org.jspecify.annotations.NullMarked;
