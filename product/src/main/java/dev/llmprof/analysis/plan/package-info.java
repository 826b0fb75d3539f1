/// Which launches are worth ncu's time. Read [NcuPlan] first.
@NullMarked
package dev.llmprof.analysis.plan;

import org.jspecify.annotations.NullMarked;
