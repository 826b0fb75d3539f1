/// Blocks → HTML, Markdown, SVG, CSV and lines for a terminal. Read [Html] first.
@NullMarked
package dev.llmprof.report.format;

import org.jspecify.annotations.NullMarked;
