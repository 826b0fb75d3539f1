/// Hydra's command line: its flags, and what `--cfg`, `--info` and `--help` print. Read [Flags]
/// first.
@NullMarked
package dev.llmprof.config.command;

import org.jspecify.annotations.NullMarked;
