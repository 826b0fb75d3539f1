/// The metrics of a side, one value a run, and the answer about each: read [MetricAnswers] first.
@NullMarked
package dev.llmprof.compare.metric;

import org.jspecify.annotations.NullMarked;
