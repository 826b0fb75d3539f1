/// Everything that was found, as JSON. Read [AnalysedJson] first.
@NullMarked
package dev.llmprof.study.json;

import org.jspecify.annotations.NullMarked;
