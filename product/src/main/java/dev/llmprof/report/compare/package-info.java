/// Two sides beside each other as terminal, Markdown, JSON and JUnit: the same numbers in each.
/// Read [CompareBlocks] first.
@NullMarked
package dev.llmprof.report.compare;

import org.jspecify.annotations.NullMarked;
