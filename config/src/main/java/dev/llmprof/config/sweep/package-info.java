/// Running jobs: one, or a sweep of many, each with its directory and snapshot. Read [Sweeps]
/// first.
@NullMarked
package dev.llmprof.config.sweep;

import org.jspecify.annotations.NullMarked;
