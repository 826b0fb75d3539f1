/// Captures of our own making, whose truth is known. A [Program] says what host and GPU did, call
/// by call; what it leaves is a [Recording], which [KinetoText] writes as PyTorch's profiler would
/// and of which [Truth] says what an analysis must find. Nothing here calls the product. Read
/// [Programs] first: it has the programs the tests share.
@NullMarked
package dev.llmprof.testing.kineto;

import org.jspecify.annotations.NullMarked;
