/// The default model and its pages, made on the spot and kept in the user's cache. Read [TinyModel]
/// first.
@NullMarked
package dev.llmprof.engine.builtin;

import org.jspecify.annotations.NullMarked;
