/// Which files are captures, and what was found in them. Read [CaptureSet] first.
@NullMarked
package dev.llmprof.study.capture;

import org.jspecify.annotations.NullMarked;
