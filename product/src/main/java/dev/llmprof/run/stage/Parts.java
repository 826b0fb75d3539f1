package dev.llmprof.run.stage;

import dev.llmprof.config.bind.Binder;
import dev.llmprof.process.Processes;
import dev.llmprof.stage.workload.Workload;
import java.util.Map;

/// What a stage is made from: the composed tree, to bind its own keys from, and what all share.
/// Problems go into the binder, and nothing starts while there are any.
public record Parts(
        Binder binder,
        Workload workload,
        int topKernels,
        Processes processes,
        Map<String, String> environment) {}
