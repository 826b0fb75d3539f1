/// The same kernels as several sources saw them. Read [KernelJoins] first.
@NullMarked
package dev.llmprof.analysis.source;

import org.jspecify.annotations.NullMarked;
