/// The static analysis wired up: its keys, its stage, its files.
///
/// Read [dev.llmprof.app.paper.StaticStages] first.
@NullMarked
package dev.llmprof.app.paper;

import org.jspecify.annotations.NullMarked;
