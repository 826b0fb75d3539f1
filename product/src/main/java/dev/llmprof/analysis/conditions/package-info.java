/// What the machine did while a run was measured: who else used it, at which clock, for how much
/// energy. Read [dev.llmprof.analysis.conditions.RunConditions] first.
package dev.llmprof.analysis.conditions;
