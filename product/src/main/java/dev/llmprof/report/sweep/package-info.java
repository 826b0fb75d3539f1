/// A sweep as a page, Markdown, a table and lines for a terminal; runs as a list. Read [SweepPage]
/// first.
@NullMarked
package dev.llmprof.report.sweep;

import org.jspecify.annotations.NullMarked;
