/// What the tests of every module share: real tools and shared data, or a reason to skip.
@NullMarked
package dev.llmprof.testing;

import org.jspecify.annotations.NullMarked;
