/// The chapters of a report. Read [SummarySection] first.
@NullMarked
package dev.llmprof.report.section;

import org.jspecify.annotations.NullMarked;
