/// A mistake in a configuration, with its kind and its place. Every package of the composer may
/// know this one. Read [ConfigError] first.
@NullMarked
package dev.llmprof.config.error;

import org.jspecify.annotations.NullMarked;
