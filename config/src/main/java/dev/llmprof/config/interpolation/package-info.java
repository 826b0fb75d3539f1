/// Interpolations: how their expressions are resolved, and the resolvers. Read [Interpolator]
/// first.
@NullMarked
package dev.llmprof.config.interpolation;

import org.jspecify.annotations.NullMarked;
