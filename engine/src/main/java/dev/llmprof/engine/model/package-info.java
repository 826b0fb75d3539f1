/// Whole models: text alone, or DeepSeek-OCR with its eyes; tokens and prompts. Read [Model] first.
@NullMarked
package dev.llmprof.engine.model;

import org.jspecify.annotations.NullMarked;
