/// The stages from their keys, and the files that stand beside their artifacts. Read [EngineStages]
/// first.
@NullMarked
package dev.llmprof.run.stage;

import org.jspecify.annotations.NullMarked;
