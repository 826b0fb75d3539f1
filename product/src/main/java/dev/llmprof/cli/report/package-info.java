/// The command `report`, and the reports at the end of `run` and `analyze`: what a run left is
/// read, joined and written out. Read [RunReports] first.
@NullMarked
package dev.llmprof.cli.report;

import org.jspecify.annotations.NullMarked;
