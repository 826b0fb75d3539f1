/// The stage `nsys`: the workload under Nsight Systems. Read [NsysStage] first.
@NullMarked
package dev.llmprof.stage.nsys;

import org.jspecify.annotations.NullMarked;
