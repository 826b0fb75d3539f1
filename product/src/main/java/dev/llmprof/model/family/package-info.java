/// From a config.json to a model, family by family. Read [PlainDecoder] first; the families are in
/// `decoders.txt`.
@NullMarked
package dev.llmprof.model.family;

import org.jspecify.annotations.NullMarked;
