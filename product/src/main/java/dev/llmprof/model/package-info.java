/// What a model is made of and what it costs, from its description alone.
///
/// A file becomes a [dev.llmprof.model.Model] through [dev.llmprof.model.ModelFiles]; a model and a
/// [dev.llmprof.model.Request] become [dev.llmprof.model.Phase]s, lists of
/// [dev.llmprof.model.Operator]s with their shapes; [dev.llmprof.model.Costs] counts them. Read
/// `Operator` first.
@NullMarked
package dev.llmprof.model;

import org.jspecify.annotations.NullMarked;
