/// The sides of a comparison: runs, repeats, captures, baselines and tables of values become the
/// metrics of each run. Read [ComparedSide] first.
@NullMarked
package dev.llmprof.study.compare;

import org.jspecify.annotations.NullMarked;
