/// What a model is made of, as records: a decoder of layers, perhaps a vision encoder, number
/// formats, and what is asked of it. Read [Model] first.
@NullMarked
package dev.llmprof.model.shape;

import org.jspecify.annotations.NullMarked;
