/// Asks a server many things at once and notes when each part of an answer came. Read
/// [LoadGenerator] first.
@NullMarked
package dev.llmprof.load;

import org.jspecify.annotations.NullMarked;
