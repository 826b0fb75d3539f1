/// A model's costs from its description: sections, a page, JSON and tables. Read
/// [StaticComputeSection] first.
@NullMarked
package dev.llmprof.report.paper;

import org.jspecify.annotations.NullMarked;
