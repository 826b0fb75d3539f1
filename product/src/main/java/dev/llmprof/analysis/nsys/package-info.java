/// The summary tables of `nsys stats`, to the digit. Read [NsysStats] first.
@NullMarked
package dev.llmprof.analysis.nsys;

import org.jspecify.annotations.NullMarked;
