/// Command line overrides: the grammar, its functions, printing back. Read [OverrideParser] first.
@NullMarked
package dev.llmprof.config.override;

import org.jspecify.annotations.NullMarked;
