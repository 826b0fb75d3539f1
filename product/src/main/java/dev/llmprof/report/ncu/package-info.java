/// What ncu counted, as files of their own. Read [NcuFiles] first.
@NullMarked
package dev.llmprof.report.ncu;

import org.jspecify.annotations.NullMarked;
