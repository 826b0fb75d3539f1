/// What Nsight Compute writes and prints: reports, CSV pages, folders of kernels. Read [NcuReport]
/// first.
@NullMarked
package dev.llmprof.trace.ncu;

import org.jspecify.annotations.NullMarked;
