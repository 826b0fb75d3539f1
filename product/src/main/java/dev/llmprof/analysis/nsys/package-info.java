/// The summary tables of `nsys stats`, to the digit. Read [NsysSummaries] first.
@NullMarked
package dev.llmprof.analysis.nsys;

import org.jspecify.annotations.NullMarked;
