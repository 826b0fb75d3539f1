/// Two sequences of work put side by side without trusting names: which piece of one is which of
/// the other. Read [SequenceAlignment] first.
@NullMarked
package dev.llmprof.compare.align;

import org.jspecify.annotations.NullMarked;
