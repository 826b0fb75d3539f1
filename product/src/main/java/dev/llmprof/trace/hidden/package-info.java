/// Secrets struck out of what nsys wrote, where its files may be changed: raw streams, part by
/// part, and exports, text by text. Read [StreamSecrets] first.
@NullMarked
package dev.llmprof.trace.hidden;

import org.jspecify.annotations.NullMarked;
