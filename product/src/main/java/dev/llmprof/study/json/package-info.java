/// Everything that was found, as JSON. Read [StudyJson] first.
@NullMarked
package dev.llmprof.study.json;

import org.jspecify.annotations.NullMarked;
