/// Composes configuration trees as Hydra 1.3 does, keeps where each value came from, and binds them
/// to records. It knows no word about profiling.
///
/// Read [Composer] first, then [dev.llmprof.config.bind.Binder].
@NullMarked
package dev.llmprof.config;

import org.jspecify.annotations.NullMarked;
