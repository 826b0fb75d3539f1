/// What a kernel's name says: its category, its spellings, its description. Read [KernelCategories]
/// first.
@NullMarked
package dev.llmprof.analysis.kernel;

import org.jspecify.annotations.NullMarked;
