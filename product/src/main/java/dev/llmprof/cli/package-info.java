/// A class a command: words to a request, the request to a use case, its answer to lines. Computes
/// nothing.
///
/// Read [Front] first.
@NullMarked
package dev.llmprof.cli;

import org.jspecify.annotations.NullMarked;
