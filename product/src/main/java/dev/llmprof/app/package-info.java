/// Where everything that can be plugged in is listed by hand. No logic.
///
/// Read [Main] first.
@NullMarked
package dev.llmprof.app;

import org.jspecify.annotations.NullMarked;
