/// What describes a model → the model: files, presets, architectures. Read [ModelFiles] first.
@NullMarked
package dev.llmprof.model;

import org.jspecify.annotations.NullMarked;
