/// What must not be written down, and how it is hidden. Read [Secrets] first.
@NullMarked
package dev.llmprof.secret;

import org.jspecify.annotations.NullMarked;
