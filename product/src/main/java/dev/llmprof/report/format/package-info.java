/// How results become text: JSON so far.
@NullMarked
package dev.llmprof.report.format;

import org.jspecify.annotations.NullMarked;
