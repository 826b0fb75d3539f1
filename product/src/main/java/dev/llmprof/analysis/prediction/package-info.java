/// The cost on paper beside what was measured, operator by operator. Read [Predictions] first.
@NullMarked
package dev.llmprof.analysis.prediction;

import org.jspecify.annotations.NullMarked;
