/// A sweep's directory to its results and files. Read [SweepStudy] first.
@NullMarked
package dev.llmprof.study.sweep;

import org.jspecify.annotations.NullMarked;
