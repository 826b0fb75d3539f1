/// Results → documents and files; computes nothing. Read [Reports] first.
@NullMarked
package dev.llmprof.report;

import org.jspecify.annotations.NullMarked;
