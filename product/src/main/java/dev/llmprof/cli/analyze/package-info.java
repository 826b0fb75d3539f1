/// The command `analyze`: its words, what it prints. Read [AnalyzeCommand] first.
@NullMarked
package dev.llmprof.cli.analyze;

import org.jspecify.annotations.NullMarked;
