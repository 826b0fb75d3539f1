/// What is drawn: timelines thinned out, histograms. Read [TimelineViews] first.
@NullMarked
package dev.llmprof.analysis.drawing;

import org.jspecify.annotations.NullMarked;
