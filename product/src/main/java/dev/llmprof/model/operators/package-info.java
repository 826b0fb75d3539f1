/// A model and a request → the operators that run, with their shapes. Read [DecoderOperators]
/// first.
@NullMarked
package dev.llmprof.model.operators;

import org.jspecify.annotations.NullMarked;
