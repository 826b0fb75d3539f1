package dev.llmprof.host.check;

import dev.llmprof.host.Machine;

/// One thing that the doctor looks at.
@FunctionalInterface
public interface HostCheck {

    Finding of(Machine machine);
}
