/// A server as the workload: started or found, loaded, profiled in the middle, and ended if it is
/// ours. Read [ServedStage] first, then [ServerSession].
@NullMarked
package dev.llmprof.stage.server;

import org.jspecify.annotations.NullMarked;
