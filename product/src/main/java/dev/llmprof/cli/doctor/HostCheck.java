package dev.llmprof.cli.doctor;

import dev.llmprof.host.Machine;

/// One thing that the doctor looks at.
@FunctionalInterface
public interface HostCheck {

    Finding of(Machine machine);
}
