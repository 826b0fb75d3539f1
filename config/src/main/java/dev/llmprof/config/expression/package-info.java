/// The grammar of `${…}` and of unquoted words: texts to expressions, nothing is looked up. Read
/// [InterpolationParser] first.
@NullMarked
package dev.llmprof.config.expression;

import org.jspecify.annotations.NullMarked;
