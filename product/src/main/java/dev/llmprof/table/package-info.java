/// Typed columns over primitive chunks, symbols held once, and the few things done to whole
/// columns: sorting rows and finding a row by number. Read [LongColumn] first. No word of the
/// domain is known here.
@NullMarked
package dev.llmprof.table;

import org.jspecify.annotations.NullMarked;
