/// What ncu counted: kernels, what bounds them, rooflines, regions. Read [NcuKernels] first.
@NullMarked
package dev.llmprof.analysis.ncu;

import org.jspecify.annotations.NullMarked;
