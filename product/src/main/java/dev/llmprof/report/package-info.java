/// Results → blocks; blocks → Markdown, HTML, SVG, JSON, CSV and the terminal. Computes nothing.
///
/// Read [Block] first, then [Html] and [Markdown].
@NullMarked
package dev.llmprof.report;

import org.jspecify.annotations.NullMarked;
