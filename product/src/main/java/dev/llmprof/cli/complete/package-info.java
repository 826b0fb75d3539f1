/// Completion of the command line in bash and zsh. Read [CompletionScript] first.
@NullMarked
package dev.llmprof.cli.complete;

import org.jspecify.annotations.NullMarked;
