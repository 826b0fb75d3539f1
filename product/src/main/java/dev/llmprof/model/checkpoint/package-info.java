/// What stands in a model's files: keys of config.json, headers of safetensors and GGUF. Read
/// [Checkpoint] first.
@NullMarked
package dev.llmprof.model.checkpoint;

import org.jspecify.annotations.NullMarked;
