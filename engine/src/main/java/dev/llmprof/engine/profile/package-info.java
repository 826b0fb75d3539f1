/// Ranges for nsys and ncu, and PyTorch's profiler, from Java. Read [Marks] first.
@NullMarked
package dev.llmprof.engine.profile;

import org.jspecify.annotations.NullMarked;
