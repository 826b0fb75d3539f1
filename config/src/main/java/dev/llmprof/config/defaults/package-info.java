/// Defaults lists: which files make up a configuration, in which order, at which package. Read
/// [DefaultsTree] first.
@NullMarked
package dev.llmprof.config.defaults;

import org.jspecify.annotations.NullMarked;
