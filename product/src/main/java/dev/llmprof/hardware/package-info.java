/// What GPUs and CPUs can do at best. Data on GPUs is in `conf/gpu`; a CPU is measured.
///
/// Read [dev.llmprof.hardware.Gpu] first, then [dev.llmprof.hardware.GpuCatalogue].
@NullMarked
package dev.llmprof.hardware;

import org.jspecify.annotations.NullMarked;
