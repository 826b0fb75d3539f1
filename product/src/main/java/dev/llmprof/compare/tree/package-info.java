/// What changed between two sides: every nanosecond has one owner, and the differences of the
/// leaves add up to that of the spans. Read [TimeTree] first.
@NullMarked
package dev.llmprof.compare.tree;

import org.jspecify.annotations.NullMarked;
