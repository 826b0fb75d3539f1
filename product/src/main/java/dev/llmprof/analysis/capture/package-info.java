/// All that is said about one capture, made in one pass over its events. Read [Capture] first.
@NullMarked
package dev.llmprof.analysis.capture;

import org.jspecify.annotations.NullMarked;
