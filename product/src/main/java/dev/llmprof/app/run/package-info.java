/// From composed tree to records to stages: what `llmprof run` is made of.
///
/// Read [Runs] first, then [RunSettings].
@NullMarked
package dev.llmprof.app.run;

import org.jspecify.annotations.NullMarked;
