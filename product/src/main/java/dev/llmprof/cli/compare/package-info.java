/// The commands that hold two sides against each other: `gate`, `baseline`, `noise`. Read
/// [GateCommand] first.
@NullMarked
package dev.llmprof.cli.compare;

import org.jspecify.annotations.NullMarked;
