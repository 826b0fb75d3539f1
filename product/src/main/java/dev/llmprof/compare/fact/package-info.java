/// May two sides be compared: what is known of each, and whether it is the same. Read
/// [ComparedFact] first.
@NullMarked
package dev.llmprof.compare.fact;

import org.jspecify.annotations.NullMarked;
