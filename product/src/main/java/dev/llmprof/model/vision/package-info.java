/// Encoders of pictures and sound as operators, and the views a picture becomes. Read [GridTower]
/// first.
@NullMarked
package dev.llmprof.model.vision;

import org.jspecify.annotations.NullMarked;
