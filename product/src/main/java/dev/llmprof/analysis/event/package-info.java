/// Which event belongs to which: host events nested, GPU events led back to their calls and
/// operators. Read [Links] first.
@NullMarked
package dev.llmprof.analysis.event;

import org.jspecify.annotations.NullMarked;
