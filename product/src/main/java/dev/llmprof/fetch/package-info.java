/// Large files that llmprof does not carry, from Maven's repositories: through the user's proxy and
/// mirror, whole and with the expected digest or not at all.
///
/// Read [Download] first.
@NullMarked
package dev.llmprof.fetch;

import org.jspecify.annotations.NullMarked;
