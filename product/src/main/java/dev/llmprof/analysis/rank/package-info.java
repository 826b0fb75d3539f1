/// Several processes of one run beside each other. Read [RankComparisons] first.
@NullMarked
package dev.llmprof.analysis.rank;

import org.jspecify.annotations.NullMarked;
