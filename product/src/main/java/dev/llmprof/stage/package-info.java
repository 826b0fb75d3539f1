/// Settings to command to run to artifacts, a package a stage. A stage judges by the files that
/// appeared; it never parses a trace. Here is what all of them share. Read [StageFiles] first.
@NullMarked
package dev.llmprof.stage;

import org.jspecify.annotations.NullMarked;
