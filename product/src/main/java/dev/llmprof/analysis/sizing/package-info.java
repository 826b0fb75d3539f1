/// How many requests at once a model can serve on a GPU within a promise of latency, predicted.
/// Start at [Sizing].
@NullMarked
package dev.llmprof.analysis.sizing;

import org.jspecify.annotations.NullMarked;
