/// Why a GPU had nothing to do: its idle time by cause, and its largest gaps with what the host did
/// in them. Read [DeviceIdles] first.
@NullMarked
package dev.llmprof.analysis.idle;

import org.jspecify.annotations.NullMarked;
