/// Headers of safetensors files: which tensors there are, of which type and shape, and where their
/// bytes are. Read [Safetensors] first.
@NullMarked
package dev.llmprof.safetensors;

import org.jspecify.annotations.NullMarked;
