/// From the views of a page to rows of the decoder's sequence. Read [Vision] first.
@NullMarked
package dev.llmprof.engine.vision;

import org.jspecify.annotations.NullMarked;
