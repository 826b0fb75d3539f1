/// A decoder, layer by layer, and how the next token is chosen. Read [Decoder] first.
@NullMarked
package dev.llmprof.engine.decoder;

import org.jspecify.annotations.NullMarked;
