/// Pictures: read, turned, resized, written. Read [ImageFile] first.
@NullMarked
package dev.llmprof.engine.image;

import org.jspecify.annotations.NullMarked;
