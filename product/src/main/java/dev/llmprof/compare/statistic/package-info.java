/// Did it change: estimates and intervals over the logarithms of run values, corrections for many
/// tests, drift and outliers. Read [Estimates] first.
@NullMarked
package dev.llmprof.compare.statistic;

import org.jspecify.annotations.NullMarked;
