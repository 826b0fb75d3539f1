/// Replays of CUDA and HIP graphs, and which operators their kernels came from. Read
/// [GraphAttributions] first.
@NullMarked
package dev.llmprof.analysis.graph;

import org.jspecify.annotations.NullMarked;
