/// Two sides beside each other, pure: may they be compared, did it change, what changed. Below it
/// facts, statistics over runs and the tree over time.
@NullMarked
package dev.llmprof.compare;

import org.jspecify.annotations.NullMarked;
