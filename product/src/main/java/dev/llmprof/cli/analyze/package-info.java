/// The command `analyze`: captures of any kind in, tables and files out. Read [AnalyzeCommand]
/// first.
@NullMarked
package dev.llmprof.cli.analyze;

import org.jspecify.annotations.NullMarked;
