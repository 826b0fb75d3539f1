/// The typed hydra node and the groups that come with the engine. Read [HydraSchema] first.
@NullMarked
package dev.llmprof.config.hydra;

import org.jspecify.annotations.NullMarked;
