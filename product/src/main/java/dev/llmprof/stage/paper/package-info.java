/// The stage `static_analysis`: counts the model without starting anything. Read
/// [StaticAnalysisStage] first.
@NullMarked
package dev.llmprof.stage.paper;

import org.jspecify.annotations.NullMarked;
