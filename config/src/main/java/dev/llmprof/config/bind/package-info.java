/// Binds composed trees to records, gathering every problem. Read [Binder] first.
@NullMarked
package dev.llmprof.config.bind;

import org.jspecify.annotations.NullMarked;
