/// A server under load, by its client's clock: latencies, rates, and what made a slow request slow.
/// Read [RequestMetrics] first.
@NullMarked
package dev.llmprof.analysis.serving;

import org.jspecify.annotations.NullMarked;
