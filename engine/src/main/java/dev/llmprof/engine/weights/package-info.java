/// The files of a model folder: tensors, number formats, JSON. Read [Weights] first.
@NullMarked
package dev.llmprof.engine.weights;

import org.jspecify.annotations.NullMarked;
