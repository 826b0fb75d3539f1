/// The findings for programs: `metrics.json`. Read [MetricsJson] first.
@NullMarked
package dev.llmprof.report.metrics;

import org.jspecify.annotations.NullMarked;
