/// The time of one trace by phase and step of the inference. Read [PhaseFinder] first.
@NullMarked
package dev.llmprof.analysis.phase;

import org.jspecify.annotations.NullMarked;
