/// The command `report`, and what a run prints at its end. Read [RunReports] first.
@NullMarked
package dev.llmprof.cli.report;

import org.jspecify.annotations.NullMarked;
