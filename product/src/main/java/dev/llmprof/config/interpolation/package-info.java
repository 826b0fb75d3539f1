/// Interpolations: their grammar, how they are resolved, the resolvers. Read [Interpolator] first.
@NullMarked
package dev.llmprof.config.interpolation;

import org.jspecify.annotations.NullMarked;
