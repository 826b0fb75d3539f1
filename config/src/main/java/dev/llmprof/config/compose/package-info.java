/// Merging files and applying overrides. Read [dev.llmprof.config.Composer] first.
@NullMarked
package dev.llmprof.config.compose;

import org.jspecify.annotations.NullMarked;
