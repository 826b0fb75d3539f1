/// Requests to a server as their client saw them, and the file that keeps them. Read [ServedLoad]
/// first.
@NullMarked
package dev.llmprof.served;

import org.jspecify.annotations.NullMarked;
