/// The built-in engine as a program: where it is, which build of libtorch it has, how to get the
/// one for CUDA, and which device it may take. Read [EngineBuilds] first.
@NullMarked
package dev.llmprof.run.engine;

import org.jspecify.annotations.NullMarked;
